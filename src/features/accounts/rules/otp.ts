import * as z from 'zod/mini';
import { OTP_LENGTH } from '#accounts/rules/limits.ts';
import { fieldError } from '#platform/rules/fields.ts';
import { languages } from '#platform/rules/language.ts';
import { roles } from '#platform/rules/role.ts';
import { email, givenPassword, phoneNumber } from './account.ts';

export const otpPurposes = ['signup', 'login', 'password_reset'] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

/** An SMS verifies a phone number where a mail signs up. */
export const codePurposes = [...otpPurposes, 'verify_phone'] as const;
export type CodePurpose = (typeof codePurposes)[number];

const TYPED_MAX = 60;

export const otpCode = z.string(fieldError('codeInvalidShape')).check(
  z.overwrite((typed) => (typed.length > TYPED_MAX ? typed : typed.replace(/\s/gu, ''))),
  z.regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), fieldError('codeInvalidShape')),
);

/** The names that clients use; `reset` is an alias. */
const purposeNames = {
  signup: 'signup',
  login: 'login',
  password_reset: 'password_reset',
  reset: 'password_reset',
  'verify-phone': 'verify_phone',
} as const satisfies Record<string, CodePurpose>;
export type CodePurposeName = Exclude<keyof typeof purposeNames, 'reset'>;

const purpose = z.pipe(
  z.enum(Object.keys(purposeNames) as (keyof typeof purposeNames)[], fieldError('purposeInvalid')),
  z.transform((name): CodePurpose => purposeNames[name]),
);

/** A phone number may replace the email. The email wins when both are given. */
const addressee = { email: z.optional(email), phoneNumber: z.optional(phoneNumber) };
type Addressee = { email?: string | undefined; phoneNumber?: string | undefined };

const isAddressed = z.refine<Addressee>(
  (given) => given.email !== undefined || given.phoneNumber !== undefined,
  {
    path: ['email'],
    ...fieldError('emailRequired'),
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
);

const isOfItsChannel = z.refine<Addressee & { purpose: CodePurpose }>(
  (given) => given.purpose !== (given.email === undefined ? 'signup' : 'verify_phone'),
  { path: ['purpose'], ...fieldError('purposeInvalid') },
);

/** `language`: of the recipient, if the code is requested for somebody else. */
export const sendOtpInput = z
  .object({ ...addressee, purpose, language: z.optional(z.enum(languages)) })
  .check(isAddressed, isOfItsChannel);
export type SendOtp = z.infer<typeof sendOtpInput>;

/**
 * `userType` tells a farmer's sign-up, which has no account yet, from a buyer's with the same
 * email. If it is missing, an unverified account decides.
 */
export const verifyOtpInput = z
  .object({
    ...addressee,
    otp: otpCode,
    purpose,
    rememberMe: z.optional(z.boolean()),
    userType: z.optional(z.enum(roles)),
  })
  .check(isAddressed, isOfItsChannel);
export type VerifyOtp = z.infer<typeof verifyOtpInput>;

export const resetPasswordInput = z
  .object({ ...addressee, otp: otpCode, password: givenPassword })
  .check(isAddressed);
export type ResetPassword = z.infer<typeof resetPasswordInput>;

export const requestResetInput = z.object(addressee).check(isAddressed);

export const loginInput = z.object({ ...addressee, password: givenPassword }).check(isAddressed);
export type Login = z.infer<typeof loginInput>;
