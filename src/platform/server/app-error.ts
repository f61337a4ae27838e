import type { ErrorCode } from '#platform/rules/errors.ts';

/**
 * The details of an error: values for its message, the field at fault, when to try again, and facts
 * for the client.
 */
export type ErrorDetails = {
  inputs?: Record<string, string | number | null>;
  /** The input's field at fault, dotted where it is nested. */
  field?: string;
  retryAfterSeconds?: number;
  /**
   * How long the code that was sent before is still valid; comes with CODE_TOO_SOON, so that its
   * screen can be opened all the same.
   */
  codeExpiresInSeconds?: number;
  /** Further facts that a client can act on, such as old and new prices; answered as they are. */
  facts?: Record<string, unknown>;
};

/**
 * A failure of the catalogue. Its `code` and details may reach a person; `cause` goes only to the
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
