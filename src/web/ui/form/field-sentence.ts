import { getLocale } from '#shared/text/compiled/runtime.js';
import { fieldText } from '#shared/text/field-texts.ts';

/** Marks an error whose message is the server's sentence and not a schema's key. */
export const FROM_SERVER = 'server';

type FieldError = { type?: string | number; message?: string };

/** What is wrong with a field, in the page's language. */
export function fieldSentence(error: FieldError | undefined): string | undefined {
  if (error?.message === undefined) return undefined;
  return error.type === FROM_SERVER ? error.message : fieldText(error.message, getLocale());
}
