import { buyerSignupInput } from '#features/accounts/rules/account.ts';
import {
  addEmailInput,
  changePasswordInput,
  editBuyerInput,
  endSessionInput,
  judgePasswordInput,
  openPhoneLinkInput,
  setLanguageInput,
} from '#features/accounts/rules/account-changes.ts';
import { createKeyInput, keyIdInput } from '#features/accounts/rules/api-key.ts';
import {
  type CodePurpose,
  loginInput,
  requestResetInput,
  resetPasswordInput,
  sendOtpInput,
  verifyOtpInput,
} from '#features/accounts/rules/otp.ts';
import { accountProcedure } from '#features/accounts/server/account-procedure.ts';
import { changePassword } from '#features/accounts/server/change-password.ts';
import { confirmCode } from '#features/accounts/server/confirm-code.ts';
import { createKey, listKeys, revokeKey } from '#features/accounts/server/keys/manage-keys.ts';
import {
  endSession,
  endSessionByHash,
  listSessions,
  logOutEverywhere,
} from '#features/accounts/server/manage-sessions.ts';
import { isCommonPassword } from '#features/accounts/server/passwords.ts';
import { addEmail } from '#features/accounts/server/people/add-email.ts';
import { editBuyer, getBuyerProfile } from '#features/accounts/server/people/buyer-profile.ts';
import { requestCode } from '#features/accounts/server/request-code.ts';
import { resetPassword } from '#features/accounts/server/reset-password.ts';
import { createPhoneLink, openPhoneLink } from '#features/accounts/server/sessions/phone-link.ts';
import { signUpBuyer } from '#features/accounts/server/sign-up-buyer.ts';
import { setLanguage } from '#features/accounts/server/update-person.ts';
import { verifyCredentials } from '#features/accounts/server/verify-credentials.ts';
import type { Context } from '#platform/server/trpc/context.ts';
import {
  buyerProcedure,
  farmerProcedure,
  userProcedure,
} from '#platform/server/trpc/procedures.ts';

/** This feature's part of the router `auth`. */
export const auth = {
  signupBuyer: accountProcedure
    .input(buyerSignupInput)
    .mutation(({ ctx: { db, services, language, clientAddress }, input }) =>
      signUpBuyer(db, { ...input, language, clientAddress }, services),
    ),
  verifyBuyerCredentials: accountProcedure
    .input(loginInput)
    .mutation(({ ctx: { db, services, clientAddress, deviceToken }, input }) =>
      verifyCredentials(db, { ...input, role: 'buyer', clientAddress, deviceToken }, services),
    ),
  verifyFarmerCredentials: accountProcedure
    .input(loginInput)
    .mutation(({ ctx: { db, services, clientAddress, deviceToken }, input }) =>
      verifyCredentials(db, { ...input, role: 'farmer', clientAddress, deviceToken }, services),
    ),
  forgotPassword: accountProcedure
    .input(requestResetInput)
    .mutation(({ ctx: { db, services, language, clientAddress }, input }) =>
      requestCode(
        db,
        { ...input, purpose: 'password_reset', language, clientAddress, currentUserId: null },
        services,
      ),
    ),
  /** A mutation, so that the password isn't part of a URL that a proxy logs. */
  judgePassword: accountProcedure
    .input(judgePasswordInput)
    .mutation(async ({ input }) => ({ isCommon: await isCommonPassword(input.password) })),
  resetPassword: accountProcedure
    .input(resetPasswordInput)
    .mutation(({ ctx: { db, services, clientAddress, deviceToken }, input }) =>
      resetPassword(db, { ...input, clientAddress, deviceToken }, services),
    ),
  changePassword: userProcedure
    .input(changePasswordInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      changePassword(
        db,
        {
          ...input,
          userId: currentSession.userId,
          role: currentSession.role,
          sessionId: currentSession.id,
        },
        services,
      ),
    ),
  sessions: userProcedure.query(({ ctx: { db, services, currentSession } }) =>
    listSessions(
      db,
      { userId: currentSession.userId, sessionId: currentSession.id },
      services.clock(),
    ),
  ),
  /** The keys of the user's own programs. Only a session manages them, never a key. */
  keys: {
    list: userProcedure.query(({ ctx }) => listKeys(ctx.db, ctx.currentSession.userId)),
    create: userProcedure
      .input(createKeyInput)
      .mutation(({ ctx: { db, services, currentSession }, input }) =>
        createKey(
          db,
          { ...input, userId: currentSession.userId, sessionId: currentSession.id },
          services,
        ),
      ),
    revoke: userProcedure
      .input(keyIdInput)
      .mutation(({ ctx, input }) =>
        revokeKey(ctx.db, { ...input, userId: ctx.currentSession.userId }, ctx.services),
      ),
  },
  createPhoneLink: farmerProcedure.mutation(({ ctx: { db, services, currentSession } }) =>
    createPhoneLink(db, { userId: currentSession.userId, sessionId: currentSession.id }, services),
  ),
  openPhoneLink: accountProcedure
    .input(openPhoneLinkInput)
    .mutation(async ({ ctx: { db, services, clientAddress, device, session }, input }) => {
      const current = await session();
      return openPhoneLink(
        db,
        { ...input, clientAddress, device, currentUserId: current?.userId ?? null },
        services,
      );
    }),
  addEmail: userProcedure
    .input(addEmailInput)
    .mutation(({ ctx: { db, services, currentSession }, input }) =>
      addEmail(db, { ...input, userId: currentSession.userId }, services),
    ),
  setLanguage: userProcedure
    .input(setLanguageInput)
    .mutation(({ ctx, input }) =>
      setLanguage(ctx.db, { ...input, userId: ctx.currentSession.userId }, ctx.services),
    ),
  logoutEverywhere: userProcedure.mutation(({ ctx }) =>
    logOutEverywhere(ctx.db, ctx.currentSession.userId, ctx.services),
  ),
  logout: userProcedure.mutation(({ ctx }) =>
    endSession(
      ctx.db,
      { userId: ctx.currentSession.userId, sessionId: ctx.currentSession.id },
      ctx.services,
    ),
  ),
  endSession: accountProcedure
    .input(endSessionInput)
    .mutation(({ ctx, input }) => endSessionByHash(ctx.db, input.tokenHash, ctx.services)),
};

/**
 * The logged-in user, if any. Looked up only for verifying a phone number and adding an email,
 * because every other code is for a visitor without a session.
 */
async function currentPerson({ purpose }: { purpose: CodePurpose }, session: Context['session']) {
  const found = purpose === 'verify_phone' || purpose === 'signup' ? await session() : null;
  return found && { userId: found.userId, sessionId: found.id };
}

export const otp = {
  send: accountProcedure
    .input(sendOtpInput)
    .mutation(async ({ ctx: { db, services, language, clientAddress, session }, input }) => {
      const currentUserId = (await currentPerson(input, session))?.userId ?? null;
      return requestCode(
        db,
        {
          ...input,
          language: input.language ?? language,
          clientAddress,
          currentUserId,
        },
        services,
      );
    }),
  verify: accountProcedure
    .input(verifyOtpInput)
    .mutation(
      async ({ ctx: { db, services, clientAddress, device, deviceToken, session }, input }) => {
        const current = await currentPerson(input, session);
        return confirmCode(db, { ...input, clientAddress, device, deviceToken, current }, services);
      },
    ),
};

/** This feature's part of the router `buyer`. */
export const buyer = {
  profile: buyerProcedure.query(({ ctx }) => getBuyerProfile(ctx.db, ctx.buyer.id)),
  editProfile: buyerProcedure
    .input(editBuyerInput)
    .mutation(({ ctx, input }) =>
      editBuyer(ctx.db, { ...input, buyerId: ctx.buyer.id }, ctx.services),
    ),
};
