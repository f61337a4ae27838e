import * as z from 'zod/mini';
import type { FieldText } from './field-texts.ts';

export type { FieldText };

/** Names a schema's sentence, checked against the catalogue of field texts. */
export const fieldError = (key: FieldText) => ({ error: key });

/**
 * No control characters (Postgres cannot store a NUL, CR/LF begins a new mail header), no lone
 * surrogates, and no characters that reverse the reading direction, with which a text would look
 * like another one.
 */
const LINE_PATTERN = /^[^\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]*$/u;
const PARAGRAPH_PATTERN = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;

/**
 * One sentence for a value that is left out or empty, another for one of the wrong kind: a client
 * may send a number for a name.
 */
export const missingOrInvalid = (required: FieldText, invalid: FieldText) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? required : invalid,
});

/** One line of text as a person types it, without the blanks at its ends. */
export const line = (required: FieldText = 'fieldInvalid', invalid: FieldText = 'fieldInvalid') =>
  z
    .string(missingOrInvalid(required, invalid))
    .check(z.trim(), z.regex(LINE_PATTERN, fieldError('fieldInvalid')));

/** Text of several lines, likewise. */
export const paragraph = (required: FieldText = 'fieldInvalid') =>
  z
    .string(missingOrInvalid(required, 'fieldInvalid'))
    .check(z.trim(), z.regex(PARAGRAPH_PATTERN, fieldError('fieldInvalid')));
