import { setPinInput } from '#features/accounts/rules/account-changes.ts';
import { accountProcedure } from '#features/accounts/server/account-procedure.ts';
import { getPhone, setPin } from '#features/accounts/server/phone-line.ts';
import { agentSignupInput } from '#features/farms/rules/agent-signup.ts';
import { farmerPhoneSignupInput, farmerSignupInput } from '#features/farms/rules/farm.ts';
import {
  changePhoneNumberInput,
  editFarmInput,
  getFarmInput,
  moveFarmInput,
} from '#features/farms/rules/farm-changes.ts';
import { changePhoneNumber, reportLostSim } from '#features/farms/server/change-phone-number.ts';
import { editFarm } from '#features/farms/server/edit-farm.ts';
import { getFarm } from '#features/farms/server/get-farm.ts';
import { getFarmerProfile } from '#features/farms/server/get-farmer-profile.ts';
import { listSignedUp } from '#features/farms/server/list-signed-up.ts';
import { moveFarm } from '#features/farms/server/move-farm.ts';
import {
  signUpByAgent,
  signUpFarmer,
  signUpFarmerByPhone,
} from '#features/farms/server/sign-up-farmer.ts';
import {
  farmerProcedure,
  publicProcedure,
  userProcedure,
} from '#platform/server/trpc/procedures.ts';

/** This feature's part of the router `auth`. */
export const auth = {
  signupFarmer: accountProcedure
    .input(farmerSignupInput)
    .mutation(({ ctx: { db, services, language, clientAddress }, input }) =>
      signUpFarmer(db, { ...input, language, clientAddress }, services),
    ),
  signupFarmerByPhone: accountProcedure
    .input(farmerPhoneSignupInput)
    .mutation(({ ctx: { db, services, language, clientAddress }, input }) =>
      signUpFarmerByPhone(db, { ...input, language, clientAddress }, services),
    ),
};

/** This feature's part of the router `farmer`. */
export const farmer = {
  profile: farmerProcedure.query(({ ctx }) =>
    getFarmerProfile(ctx.db, ctx.farmer.id, ctx.services),
  ),
  editFarm: farmerProcedure
    .input(editFarmInput)
    .mutation(({ ctx, input }) =>
      editFarm(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  moveFarm: farmerProcedure
    .input(moveFarmInput)
    .mutation(({ ctx, input }) =>
      moveFarm(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
  changePhoneNumber: farmerProcedure
    .input(changePhoneNumberInput)
    .mutation(({ ctx, input }) =>
      changePhoneNumber(ctx.db, { ...input, farmerId: ctx.farmer.id }, ctx.services),
    ),
};

/** This feature's part of the router `market`. */
export const market = {
  farm: publicProcedure
    .input(getFarmInput)
    .query(({ ctx: { services }, input }) =>
      services.catalogueReads.quick((db) => getFarm(db, input)),
    ),
};

/**
 * A user's phone number, and what it may decide by SMS and USSD. otp.send and otp.verify verify the
 * number.
 */
export const phone = {
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
    const { clock, endAccess } = services;
    await db.transaction((tx) =>
      reportLostSim(tx, { userId, sessionId }, { now: clock(), endAccess }),
    );
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
};
