import { setPinInput } from '#features/accounts/rules/account-changes.ts';
import { getPhone, setPin } from '#features/accounts/server/phone-line.ts';
import { agentSignupInput } from '#features/farms/rules/agent-signup.ts';
import { reportLostSim } from '#features/farms/server/change-phone-number.ts';
import { listSignedUp } from '#features/farms/server/list-signed-up.ts';
import { signUpByAgent } from '#features/farms/server/sign-up-farmer.ts';
import { router, userProcedure } from '../procedures.ts';

/**
 * A user's phone number, and what it may decide by SMS and USSD. otp.send and otp.verify verify the
 * number.
 */
export const phone = router({
  /** `isOffered`: SMS is configured. */
  get: userProcedure.query(async ({ ctx: { db, services, currentSession } }) => {
    return {
      ...(await getPhone(db, currentSession.userId, services)),
      isOffered: services.sms !== null,
    };
  }),
  setPin: userProcedure
    .input(setPinInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      setPin(
        db,
        { ...input, userId: currentSession.userId, sessionId: currentSession.id },
        services,
      ),
    ),
  reportSimChange: userProcedure.mutation(async ({ ctx: { db, services, currentSession } }) => {
    const { userId, id: sessionId } = currentSession;
    await db.transaction((tx) => reportLostSim(tx, { userId, sessionId }, services.clock()));
    return getPhone(db, userId, services);
  }),
  signedUpFarmers: userProcedure.query(({ ctx }) =>
    listSignedUp(ctx.db, ctx.currentSession.userId),
  ),
  /** Any logged-in user may create the account of a farmer who is present. */
  signUpFarmer: userProcedure
    .input(agentSignupInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      signUpByAgent(db, { ...input, agentId: currentSession.userId }, services),
    ),
});
