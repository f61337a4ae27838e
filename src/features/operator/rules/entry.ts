import * as z from 'zod/mini';
import { otpCode } from '#accounts/rules/otp.ts';
import { fieldError, line } from '#platform/rules/fields.ts';
import { OPERATOR_NAME_MAX, OPERATOR_PASSWORD_MAX, OPERATOR_PASSWORD_MIN } from './limits.ts';

const password = z.string().check(z.maxLength(OPERATOR_PASSWORD_MAX, fieldError('fieldTooLong')));

export const loginPasswordInput = z.object({
  name: line().check(z.minLength(1, fieldError('fieldInvalid')), z.maxLength(OPERATOR_NAME_MAX)),
  password,
  code: otpCode,
});
export const newPasswordInput = z.object({
  password: password.check(z.minLength(OPERATOR_PASSWORD_MIN, fieldError('fieldInvalid'))),
  code: otpCode,
});

/* Only the shape of browsers' answers is checked here; the library checks the rest. */
const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(8192));
const passkeyAnswer = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  authenticatorAttachment: z.exactOptional(z.enum(['platform', 'cross-platform'])),
};
export const registrationResponse = z.object({
  ...passkeyAnswer,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});
export const authenticationResponse = z.object({
  ...passkeyAnswer,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.exactOptional(base64url),
  }),
});
