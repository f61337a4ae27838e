import * as z from 'zod/mini';
import { givenPassword } from '#accounts/rules/account.ts';
import { KEY_NAME_MAX } from '#accounts/rules/limits.ts';
import { fieldError, line, rowId } from '#platform/rules/fields.ts';
import { keyScopes } from '#platform/rules/key-scopes.ts';

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
