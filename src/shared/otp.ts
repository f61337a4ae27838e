import * as z from 'zod/mini';
import { email, newPassword, roles } from '#shared/account.ts';
import { OTP_LENGTH } from '#shared/limits.ts';
import { fieldError } from '#shared/text/line.ts';

/** What a one-time code is for. It works for that alone. */
export const otpPurposes = ['signup', 'login', 'password_reset'] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

/** A code with blanks between is never longer, and longer ones need no look at each character. */
const TYPED_MAX = 60;

/** The digits of a code as typed or pasted: blanks go first, then it must be six digits. */
export const otpCode = z.string(fieldError('codeInvalidShape')).check(
  z.overwrite((typed) => (typed.length > TYPED_MAX ? typed : typed.replace(/\s/gu, ''))),
  z.regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), fieldError('codeInvalidShape')),
);

const purpose = z.enum(otpPurposes, fieldError('purposeInvalid'));

/** Calls 2 and 4. */
export const sendOtpInput = z.object({ email, purpose });
export type SendOtp = z.infer<typeof sendOtpInput>;

/**
 * Call 3. `userType` tells a farmer's signup, which has no account yet, from a buyer's whose signup was begun with the same
 * email; absent, an unverified account decides.
 */
export const verifyOtpInput = z.object({
  email,
  otp: otpCode,
  purpose,
  rememberMe: z.optional(z.boolean()),
  userType: z.optional(z.enum(roles)),
});
export type VerifyOtp = z.infer<typeof verifyOtpInput>;

export const resetPasswordInput = z.object({ email, otp: otpCode, password: newPassword });
export type ResetPassword = z.infer<typeof resetPasswordInput>;
