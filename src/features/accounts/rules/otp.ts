import * as z from 'zod/mini';
import { OTP_LENGTH } from '#features/accounts/rules/limits.ts';
import { roles } from '#platform/rules/role.ts';
import { fieldError } from '#platform/rules/text/line.ts';
import { email, givenPassword, phoneNumber } from './account.ts';

/** What a mailed code is for. It works for that alone. */
export const otpPurposes = ['signup', 'login', 'password_reset'] as const;
export type OtpPurpose = (typeof otpPurposes)[number];

/** Likewise one by SMS: it verifies a phone number where a mailed one signs up. */
export const codePurposes = [...otpPurposes, 'verify_phone'] as const;
export type CodePurpose = (typeof codePurposes)[number];

/** A code with blanks between is never longer, and longer ones need no look at each character. */
const TYPED_MAX = 60;

/** The digits of a code as typed or pasted: blanks go first, then it must be six digits. */
export const otpCode = z.string(fieldError('codeInvalidShape')).check(
  z.overwrite((typed) => (typed.length > TYPED_MAX ? typed : typed.replace(/\s/gu, ''))),
  z.regex(new RegExp(`^\\d{${OTP_LENGTH}}$`), fieldError('codeInvalidShape')),
);

/** As clients name them: issue 18 has two names of its own. */
const purposeNames = {
  signup: 'signup',
  login: 'login',
  password_reset: 'password_reset',
  reset: 'password_reset',
  'verify-phone': 'verify_phone',
} as const satisfies Record<string, CodePurpose>;
/** What screens ask a code for. */
export type CodePurposeName = Exclude<keyof typeof purposeNames, 'reset'>;

const purpose = z.pipe(
  z.enum(Object.keys(purposeNames) as (keyof typeof purposeNames)[], fieldError('purposeInvalid')),
  z.transform((name): CodePurpose => purposeNames[name]),
);

/**
 * Where a code goes: an email, or a phone number in its place. The email wins when both are given.
 */
const addressee = { email: z.optional(email), phoneNumber: z.optional(phoneNumber) };
type Addressee = { email?: string | undefined; phoneNumber?: string | undefined };

const isAddressed = z.refine<Addressee>(
  (given) => given.email !== undefined || given.phoneNumber !== undefined,
  {
    path: ['email'],
    ...fieldError('emailRequired'),
    // Checked even when another field is wrong, as a field that must be there.
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
);

/** A number is verified by SMS, and an email by a sign-up. */
const isOfItsChannel = z.refine<Addressee & { purpose: CodePurpose }>(
  (given) => given.purpose !== (given.email === undefined ? 'signup' : 'verify_phone'),
  { path: ['purpose'], ...fieldError('purposeInvalid') },
);

/** Calls 2 and 4. */
export const sendOtpInput = z.object({ ...addressee, purpose }).check(isAddressed, isOfItsChannel);
export type SendOtp = z.infer<typeof sendOtpInput>;

/**
 * Call 3. `userType` tells a farmer's signup, which has no account yet, from a buyer's whose signup
 * was begun with the same email; absent, an unverified account decides.
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

/** The use case checks the rule of the account's role: only the code shows whose account it is. */
export const resetPasswordInput = z
  .object({ ...addressee, otp: otpCode, password: givenPassword })
  .check(isAddressed);
export type ResetPassword = z.infer<typeof resetPasswordInput>;

export const requestResetInput = z.object(addressee).check(isAddressed);

/** An email, or a phone number in its place, and the password. */
export const loginInput = z.object({ ...addressee, password: givenPassword }).check(isAddressed);
export type Login = z.infer<typeof loginInput>;
