import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { fieldText } from '#platform/rules/text/field-texts.ts';

/** Marks a message that is a text from the server rather than a schema's key. */
export const FROM_SERVER = 'server';

type FieldError = { type?: string | number; message?: string };

export function fieldSentence(error: FieldError | undefined): string | undefined {
  if (error?.message === undefined) return undefined;
  return error.type === FROM_SERVER ? error.message : fieldText(error.message, getLocale());
}
