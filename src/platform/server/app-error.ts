import { type ErrorCode, errors } from '#platform/rules/errors.ts';
import type { Language } from '#platform/rules/language.ts';

/** A value that depends on the reader's language, such as a unit. */
type Worded = (options: { locale: Language }) => string;

/**
 * The details of an error: values for its message, the invalid field, when to retry, and facts for
 * the client.
 */
export type ErrorDetails = {
  inputs?: Record<string, string | number | Worded>;
  /** The invalid input field, dotted if it is nested. */
  field?: string;
  retryAfterSeconds?: number;
  /**
   * How long the previously sent code is still valid. Comes with CODE_TOO_SOON, so that the client
   * can show the code screen anyway.
   */
  codeExpiresInSeconds?: number;
  /**
   * Further facts that a client can act on, such as old and new prices. They are sent unchanged.
   */
  facts?: Record<string, unknown>;
};

/**
 * An error of the catalogue. `code` and `details` may be shown to users; `cause` goes only to the
 * log.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}, cause?: unknown) {
    super(code, { cause });
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** The message for users, in their language. */
export function errorText(
  { code, details }: Pick<AppError, 'code' | 'details'>,
  language: Language,
): string {
  const options = { locale: language };
  const inputs = Object.fromEntries(
    Object.entries(details.inputs ?? {}).map(([name, value]) => [
      name,
      typeof value === 'function' ? value(options) : value,
    ]),
  );
  // A cast: the types of a message's values are known where the error is thrown, not here.
  return errors[code].text(inputs as never, options);
}
