import * as z from 'zod/mini';
import type { FieldText } from './field-texts.ts';
import { visible, withPlainMarks } from './fold.ts';

export type { FieldText };

export const fieldError = (key: FieldText) => ({ error: key });

/**
 * No control characters (PostgreSQL cannot store NUL, and CR/LF starts a new mail header), no lone
 * surrogates, and no bidirectional controls, which can make one text look like another.
 */
const LINE_PATTERN = /^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]*$/u;
const PARAGRAPH_PATTERN = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;

/** `invalid` is for a value of the wrong type: a client may send a number as a name. */
export const missingOrInvalid = (required: FieldText, invalid: FieldText) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? required : invalid,
});

/** Trimmed; empty if nothing of it is visible. */
export const line = (required: FieldText = 'fieldInvalid', invalid: FieldText = 'fieldInvalid') =>
  z
    .string(missingOrInvalid(required, invalid))
    .check(z.trim(), z.overwrite(visible), z.regex(LINE_PATTERN, fieldError('fieldInvalid')));

/** Drops marks of direction from pasted text. */
export const searchLine = (
  required: FieldText = 'fieldInvalid',
  invalid: FieldText = 'fieldInvalid',
) =>
  z
    .string(missingOrInvalid(required, invalid))
    .check(
      z.overwrite(withPlainMarks),
      z.trim(),
      z.regex(LINE_PATTERN, fieldError('fieldInvalid')),
    );

/** Trimmed; empty if nothing of it is visible. */
export const paragraph = (required: FieldText = 'fieldInvalid') =>
  z
    .string(missingOrInvalid(required, 'fieldInvalid'))
    .check(z.trim(), z.overwrite(visible), z.regex(PARAGRAPH_PATTERN, fieldError('fieldInvalid')));
