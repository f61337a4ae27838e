import * as z from 'zod/mini';
import { ADDRESS_MAX } from '#places/rules/limits.ts';
import { fieldError, line, rowId } from '#platform/rules/fields.ts';
import { languages } from '#platform/rules/language.ts';
import { keyScopes, type Role } from '#platform/rules/role.ts';
import {
  confirmation,
  email,
  firstName,
  givenPassword,
  lastName,
  newPasswordRules,
  passwordsAgree,
  phoneNumber,
  phonePin,
} from './account.ts';
import {
  BUSINESS_NAME_MAX,
  CITY_MAX,
  KEY_NAME_MAX,
  PASSWORD_MAX,
  PHONE_LINK_TOKEN_LENGTH,
} from './limits.ts';

export const forgotPasswordInput = z.object({ email });
export const forgotPasswordByPhoneInput = z.object({ phoneNumber });

const newPasswordFormOf = (role: Role) =>
  z.object({ password: newPasswordRules[role], ...confirmation }).check(passwordsAgree);
export const newPasswordForms = {
  buyer: newPasswordFormOf('buyer'),
  farmer: newPasswordFormOf('farmer'),
};

export const changePasswordInput = z.object({
  currentPassword: givenPassword,
  newPassword: givenPassword,
});
export type ChangePassword = z.infer<typeof changePasswordInput>;

const changePasswordFormOf = (role: Role) =>
  z
    .object({ currentPassword: givenPassword, password: newPasswordRules[role], ...confirmation })
    .check(passwordsAgree);
export const changePasswordForms = {
  buyer: changePasswordFormOf('buyer'),
  farmer: changePasswordFormOf('farmer'),
};

export const deleteAccountInput = z.object({ password: givenPassword });

export const judgePasswordInput = z.object({
  password: z
    .string(fieldError('passwordRequired'))
    .check(z.maxLength(PASSWORD_MAX, fieldError('fieldTooLong'))),
});

export const openPhoneLinkInput = z.object({
  token: z
    .string(fieldError('fieldInvalid'))
    .check(z.length(PHONE_LINK_TOKEN_LENGTH, fieldError('fieldInvalid'))),
  isConfirmed: z.optional(z.boolean(fieldError('fieldInvalid'))),
});
export type OpenPhoneLink = z.infer<typeof openPhoneLinkInput>;

/** SHA-256 of a session's token in hexadecimal. It can end the session but not use it. */
export const endSessionInput = z.object({
  tokenHash: z
    .string(fieldError('fieldInvalid'))
    .check(z.regex(/^[0-9a-f]{64}$/, fieldError('fieldInvalid'))),
});

export const setPinInput = z.object({ pin: phonePin, password: givenPassword });

/** `signupToken` proves that the email's code was entered. */
export const addEmailInput = z.object({
  email,
  password: givenPassword,
  signupToken: z
    .string(fieldError('fieldInvalid'))
    .check(z.maxLength(100, fieldError('fieldInvalid'))),
});
export type AddEmail = z.infer<typeof addEmailInput>;

export const setLanguageInput = z.object({
  language: z.enum(languages, fieldError('fieldInvalid')),
});

/** Missing fields stay as they are. An empty business name becomes the default of the sign-up. */
export const editBuyerInput = z.partial(
  z.object({
    firstName,
    lastName,
    phoneNumber,
    businessName: line().check(z.maxLength(BUSINESS_NAME_MAX, fieldError('fieldTooLong'))),
    deliveryAddress: line().check(z.maxLength(ADDRESS_MAX, fieldError('fieldTooLong'))),
    city: line().check(z.maxLength(CITY_MAX, fieldError('fieldTooLong'))),
  }),
);
export type EditBuyer = z.infer<typeof editBuyerInput>;

export const createKeyInput = z.object({
  name: line('keyNameRequired').check(
    z.minLength(1, fieldError('keyNameRequired')),
    z.maxLength(KEY_NAME_MAX, fieldError('fieldTooLong')),
  ),
  scopes: z
    .array(z.enum(keyScopes, fieldError('fieldInvalid')), fieldError('keyScopeRequired'))
    .check(
      z.minLength(1, fieldError('keyScopeRequired')),
      z.maxLength(keyScopes.length, fieldError('fieldInvalid')),
    ),
  password: givenPassword,
});
export type CreateKey = z.infer<typeof createKeyInput>;

export const keyIdInput = z.object({ keyId: rowId });
