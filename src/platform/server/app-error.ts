import { errors } from '../rules/errors.ts';

type Worded = (options: { locale: Language }) => string;

export type ErrorDetails = {
  inputs?: Record<string, string | number | Worded>;
  field?: string;
  retryAfterSeconds?: number;
  /** The previous code is still valid, so the client can show the code screen. */
  codeExpiresInSeconds?: number;
  facts?: Record<string, unknown>;
};

/** `code` and `details` may be shown to users; `cause` goes only to the log. */
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

/** For `.catch`: returns this error's code, and throws any other error. */
export const expected = (code: ErrorCode) => (error: unknown) => {
  if (!(error instanceof AppError && error.code === code)) throw error;
  return code;
};

export function errorText(
  { code, details }: Pick<AppError, 'code' | 'details'>,
  language: Language,
) {
  const options = { locale: language };
  const inputs = Object.fromEntries(
    Object.entries(details.inputs ?? {}).map(([name, value]) => [
      name,
      typeof value === 'function' ? value(options) : value,
    ]),
  );
  // The values' types are known where the error is thrown.
  return errors[code].text(inputs as never, options);
}

const FULL = ['ENOSPC', 'EDQUOT'];

export async function orDiskFull<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Error && 'code' in error && FULL.includes(String(error.code)))
      throw new AppError('DISK_FULL', {}, error);
    throw error;
  }
}
