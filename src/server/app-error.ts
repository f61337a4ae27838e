import type { ErrorCode } from '#shared/errors.ts';

/** What goes with an error: values for its sentence, the field that it is about, when to come back, and what a screen may read. */
export type ErrorDetails = {
  inputs?: Record<string, string | number | null>;
  /** The input's field, dotted where it is nested, beside which the sentence belongs. */
  field?: string;
  retryAfterSeconds?: number;
  /** Seconds that the code sent before still lives; with CODE_TOO_SOON, so that its screen can be opened all the same. */
  codeExpiresInSeconds?: number;
  /** What a client can act on besides the sentence, such as old and new prices; answered as it is. */
  facts?: Record<string, unknown>;
};

/** A failure that the catalogue knows. Its `code` and details may reach a person; `cause` goes to the log alone. */
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
