import * as z from 'zod/mini';
import { OTP_LENGTH } from '#features/accounts/rules/limits.ts';
import { languages } from '#platform/rules/language.ts';
import { roles } from '#platform/rules/role.ts';
import { fieldError } from '#platform/rules/text/line.ts';
import { email, givenPassword, phoneNumber } from './account.ts';

/** The purposes of a mailed code. A code is valid for one purpose. */
export const otpPurposes = ['signup', 'login', 'password_reset'] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

/** The purposes of codes by mail or SMS. An SMS verifies a phone number where a mail signs up. */
export const codePurposes = [...otpPurposes, 'verify_phone'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** A code with spaces is never longer. Longer text is refused without further parsing. */
const TYPED_MAX = 60;

/** A typed or pasted code: spaces are removed, then it must be six digits. */
export const otpCode = z.string(fieldError('codeInvalidShape')).check(
  z.overwrite((typed) => (typed.length > TYPED_MAX ? typed : typed.replace(/\s/gu, ''))),
  z.regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), fieldError('codeInvalidShape')),
);

/** The names that clients use. Issue 18 has two names of its own. */
const purposeNames = {
  signup: 'signup',
  login: 'login',
  password_reset: 'password_reset',
  reset: 'password_reset',
  'verify-phone': 'verify_phone',
} as const satisfies Record<string, CodePurpose>;
/** The names that our own screens use. */
export type CodePurposeName = Exclude<keyof typeof purposeNames, 'reset'>;

const purpose = z.pipe(
  z.enum(Object.keys(purposeNames) as (keyof typeof purposeNames)[], fieldError('purposeInvalid')),
  z.transform((name): CodePurpose => purposeNames[name]),
);

/**
 * The recipient of a code: an email, or a phone number instead. The email wins when both are given.
 */
const addressee = { email: z.optional(email), phoneNumber: z.optional(phoneNumber) };
type Addressee = { email?: string | undefined; phoneNumber?: string | undefined };

const isAddressed = z.refine<Addressee>(
  (given) => given.email !== undefined || given.phoneNumber !== undefined,
  {
    path: ['email'],
    ...fieldError('emailRequired'),
    // Checked even if another field is invalid, like a required field.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
);

/** A phone number is verified by SMS; a sign-up uses mail. */
const isOfItsChannel = z.refine<Addressee & { purpose: CodePurpose }>(
  (given) => given.purpose !== (given.email === undefined ? 'signup' : 'verify_phone'),
  { path: ['purpose'], ...fieldError('purposeInvalid') },
);

/**
 * Calls 2 and 4. `language`: of the recipient, if the code is requested for somebody else;
 * otherwise it is the requester's.
 */
export const sendOtpInput = z
  .object({ ...addressee, purpose, language: z.optional(z.enum(languages)) })
  .check(isAddressed, isOfItsChannel);
export type SendOtp = z.infer<typeof sendOtpInput>;

/**
 * Call 3. `userType` distinguishes a farmer's sign-up, which has no account yet, from a buyer's
 * sign-up with the same email. If it is missing, an unverified account decides.
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

/**
 * The use case checks the password rule of the account's role, which is known only after the code.
 */
export const resetPasswordInput = z
  .object({ ...addressee, otp: otpCode, password: givenPassword })
  .check(isAddressed);
export type ResetPassword = z.infer<typeof resetPasswordInput>;

export const requestResetInput = z.object(addressee).check(isAddressed);

/** An email, or a phone number instead, and the password. */
export const loginInput = z.object({ ...addressee, password: givenPassword }).check(isAddressed);
export type Login = z.infer<typeof loginInput>;
