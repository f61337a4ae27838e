import * as z from 'zod/mini';
import { ADDRESS_MAX } from '#places/rules/limits.ts';
import { fieldError, line, missingOrInvalid } from '#rules/fields.ts';
import { withPlainMarks } from '#rules/text/fold.ts';
import {
  BUSINESS_NAME_MAX,
  CITY_MAX,
  EMAIL_MAX,
  LOGIN_PASSWORD_MIN,
  NAME_MAX,
  NAME_MIN,
  NATIONAL_ID_INPUT_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PIN_LENGTH,
} from './limits.ts';

/** The specification's rule: +254 or 0, then 1 or 7, then eight digits. */
const KENYAN_PHONE_PATTERN = /^(\+254|0)[17]\d{8}$/;

const toInternational = (phone: string) => phone.replace(/^0/, '+254');

/**
 * Letters of any script with their combining marks, spaces, apostrophes and hyphens between letters
 * (Ng'ang'a), and a full stop after an initial.
 */
const NAME_PATTERN = /^[\p{L}\p{M}'. -]*$/u;
const NAME_MARK_PATTERN = /['.-]/u;

/** A misplaced mark. Mail programs would show "t.co" as a link. */
const STRAY_MARK_PATTERN =
  /(?<![\p{L}\p{M}])[\p{M}']|(?<![\p{L}\p{M}.])-|['-](?!\p{L})|(?<!(?<![\p{L}\p{M}'])\p{L}\p{M}*)\.|\.(?![ -]|$|\p{L}\p{M}*\.)/u;

/** A rough check. Allows no character that could start another mail header. */
const EMAIL_PATTERN = /^[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\.]+(\.[^\s@<>()[\],;:"\\.]+)+$/u;
const HOST_NAME_PATTERN = /^[\p{L}\p{M}\p{N}.。-]+$/u;

function asciiHost(host: string) {
  const url = `http://${host}`;
  return HOST_NAME_PATTERN.test(host) && URL.canParse(url) ? new URL(url).hostname : host;
}

/**
 * One spelling for each mailbox, because limits count by address. Other letters are lowercased,
 * because the database treats a Turkish "İ" as "i": as typed they would lead to the same account
 * but to another mailbox.
 */
function plainAddress(typed: string) {
  if (typed.length > EMAIL_MAX || !/\P{ASCII}/u.test(typed)) return typed;
  const visible = typed.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').normalize('NFKC');
  const at = visible.lastIndexOf('@') + 1;
  const mailbox = visible.slice(0, at);
  return (
    mailbox.replace(/\P{ASCII}+/gu, (letters) => letters.toLowerCase()) +
    asciiHost(visible.slice(at))
  );
}
const NATIONAL_ID_PATTERN = /^\d{7,8}$/;

/** Lone surrogates all hash alike, so different passwords would be equal. */
const WHOLE_CHARACTERS_PATTERN = /^\P{Cs}*$/u;
const PASSWORD_PATTERN = /^(?=.*\p{Ll})(?=.*\p{Lu})(?=.*\d)/su;

const name = (required: 'firstNameRequired' | 'lastNameRequired') =>
  line(required, 'nameLettersOnly').check(
    z.overwrite(withPlainMarks),
    z.minLength(1, fieldError(required)),
    z.minLength(NAME_MIN, fieldError('nameTooShort')),
    z.maxLength(NAME_MAX, fieldError('fieldTooLong')),
    // The specification's message would deny the marks that a name may have.
    z.refine(
      (typed) => NAME_PATTERN.test(typed) || NAME_MARK_PATTERN.test(typed),
      fieldError('nameLettersOnly'),
    ),
    z.refine(
      (typed) => NAME_PATTERN.test(typed) || !NAME_MARK_PATTERN.test(typed),
      fieldError('nameLettersAndMarks'),
    ),
    z.refine(
      (typed) => !NAME_PATTERN.test(typed) || !STRAY_MARK_PATTERN.test(typed),
      fieldError('nameStrayMark'),
    ),
  );

export const firstName = name('firstNameRequired');
export const lastName = name('lastNameRequired');

export const email = line('emailRequired', 'emailInvalid').check(
  z.minLength(1, fieldError('emailRequired')),
  z.overwrite(plainAddress),
  z.maxLength(EMAIL_MAX, fieldError('emailInvalid')),
  z.regex(EMAIL_PATTERN, fieldError('emailInvalid')),
);

export const phoneNumber = z
  .string(missingOrInvalid('phoneNumberRequired', 'phoneNumberInvalid'))
  .check(
    z.minLength(1, fieldError('phoneNumberRequired')),
    z.regex(KENYAN_PHONE_PATTERN, fieldError('phoneNumberInvalid')),
    z.overwrite(toInternational),
  );

export const phonePin = z
  .string(fieldError('pinInvalid'))
  .check(z.regex(new RegExp(`^\\d{${PIN_LENGTH}}$`), fieldError('pinInvalid')));

const digitsAsText = z.transform((given: string | number) =>
  typeof given === 'number' ? String(given) : given,
);

const nationalId = z.pipe(
  digitsAsText,
  line('nationalIdRequired', 'nationalIdInvalid').check(
    z.minLength(1, fieldError('nationalIdRequired')),
    z.maxLength(NATIONAL_ID_INPUT_MAX, fieldError('nationalIdInvalid')),
    z.regex(NATIONAL_ID_PATTERN, fieldError('nationalIdInvalid')),
  ),
);

export const optionalNationalId = z.optional(
  z.nullable(
    z.pipe(
      digitsAsText,
      line('nationalIdInvalidFarmer', 'nationalIdInvalidFarmer').check(
        z.regex(/^(\d{7,8})?$/, fieldError('nationalIdInvalidFarmer')),
      ),
    ),
  ),
);

/** Never trimmed. */
const buyersPassword = z
  .string(missingOrInvalid('passwordRequired', 'passwordWeak'))
  .check(
    z.minLength(1, fieldError('passwordRequired')),
    z.minLength(PASSWORD_MIN, fieldError('passwordWeak')),
    z.maxLength(PASSWORD_MAX, fieldError('fieldTooLong')),
    z.regex(WHOLE_CHARACTERS_PATTERN, fieldError('fieldInvalid')),
    z.regex(PASSWORD_PATTERN, fieldError('passwordWeak')),
  );

/** An existing password. The rules may have been different when it was set. */
export const givenPassword = z
  .string(missingOrInvalid('passwordRequired', 'passwordTooShort'))
  .check(
    z.minLength(1, fieldError('passwordRequired')),
    z.minLength(LOGIN_PASSWORD_MIN, fieldError('passwordTooShort')),
    z.maxLength(PASSWORD_MAX, fieldError('fieldTooLong')),
    z.regex(WHOLE_CHARACTERS_PATTERN, fieldError('fieldInvalid')),
  );

/**
 * The rule for a new password. The specification has none for farmers (§5), but the login requires
 * six characters.
 */
export const newPasswordRules = {
  buyer: buyersPassword,
  farmer: givenPassword,
} as const satisfies Record<Role, unknown>;

export const credentialsInput = z.object({ email, password: givenPassword });
export const phoneCredentialsInput = z.object({ phoneNumber, password: givenPassword });

export const DEFAULT_BUSINESS_TYPE = 'retail';
export const defaultBusinessName = ({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}) => `${firstName} ${lastName} Business`;

export const buyerSignupInput = z.object({
  firstName,
  lastName,
  email,
  nationalId,
  phoneNumber,
  password: newPasswordRules.buyer,
  businessName: z.optional(
    line().check(z.maxLength(BUSINESS_NAME_MAX, fieldError('fieldTooLong'))),
  ),
  businessType: z.optional(
    line().check(z.maxLength(BUSINESS_NAME_MAX, fieldError('fieldTooLong'))),
  ),
  deliveryAddress: z.optional(line().check(z.maxLength(ADDRESS_MAX, fieldError('fieldTooLong')))),
  city: z.optional(line().check(z.maxLength(CITY_MAX, fieldError('fieldTooLong')))),
});
export type BuyerSignup = z.infer<typeof buyerSignupInput>;

export const farmerSignupErrors = [
  'EMAIL_TAKEN',
  'EMAIL_NOT_PROVEN',
  'PHONE_TAKEN',
  'PHONE_NOT_PROVEN',
  'OUTSIDE_KENYA',
  'PIN_TOO_FAR',
  'GPS_FIX_STALE',
  'COUNTY_UNKNOWN',
] as const satisfies readonly ErrorCode[];

export const confirmation = {
  confirmPassword: z
    .string(fieldError('confirmPasswordRequired'))
    .check(z.minLength(1, fieldError('confirmPasswordRequired'))),
};
export const passwordsAgree = z.refine<{ password: string; confirmPassword: string }>(
  (value) => value.password === value.confirmPassword,
  // Checked even if another field is invalid, because fields are checked as they are typed.
  { path: ['confirmPassword'], ...fieldError('passwordsDiffer'), when: () => true },
);

export const buyerSignupForm = z
  .extend(
    z.omit(buyerSignupInput, {
      businessName: true,
      businessType: true,
      deliveryAddress: true,
      city: true,
    }),
    {
      ...confirmation,
      termsAccepted: z.literal(true, fieldError('termsRequired')),
    },
  )
  .check(passwordsAgree);

export type SessionChoice = { userId: number } & (
  | { only: number }
  | { except: number }
  | { all: true }
);
