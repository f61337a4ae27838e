import { confirmCode } from '#server/modules/accounts/confirm-code.ts';
import { requestCode } from '#server/modules/accounts/request-code.ts';
import { accountProcedure, router } from '#server/trpc/procedures.ts';
import { sendOtpInput, verifyOtpInput } from '#shared/otp.ts';

export const otp = router({
  send: accountProcedure
    .input(sendOtpInput)
    .mutation(({ ctx: { db, services, language, clientAddress }, input }) =>
      requestCode(db, { ...input, language, clientAddress }, services),
    ),
  verify: accountProcedure
    .input(verifyOtpInput)
    .mutation(({ ctx: { db, services, clientAddress, device, deviceToken }, input }) =>
      confirmCode(db, { ...input, clientAddress, device, deviceToken }, services),
    ),
});
