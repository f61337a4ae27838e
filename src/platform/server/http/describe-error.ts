import { TRPCError } from '@trpc/server';
import { $ZodError } from 'zod/v4/core';
import { type ErrorCode, errors } from '#platform/rules/errors.ts';
import type { Language } from '#platform/rules/language.ts';
import { fieldText } from '#platform/rules/text/field-texts.ts';
import { AppError, type ErrorDetails, errorText } from '../app-error.ts';
import { isDatabaseUnavailable } from '../db/unavailable.ts';

export type DescribedError = {
  code: ErrorCode;
  status: (typeof errors)[ErrorCode]['status'];
  message: string;
  /** Names of nested fields are dotted; their first part has the message too. */
  fieldErrors?: Record<string, string>;
  retryAfterSeconds?: number;
  codeExpiresInSeconds?: number;
  facts?: Record<string, unknown>;
};

const trpcRefusals: Partial<Record<TRPCError['code'], ErrorCode>> = {
  PARSE_ERROR: 'INVALID_INPUT',
  BAD_REQUEST: 'INVALID_INPUT',
  NOT_FOUND: 'NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'NOT_FOUND',
  PAYLOAD_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  UNSUPPORTED_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

export function describeError(error: unknown, language: Language): DescribedError {
  const known = asAppError(error);
  const { status } = errors[known.code];
  const message = errorText(known, language);
  const zodError = causeOf(error, (cause) => cause instanceof $ZodError);
  if (zodError instanceof $ZodError) {
    const sentences = sentencesOf(zodError, language);
    // A single sentence becomes the message.
    const [only, ...others] = new Set(sentences.values());
    return {
      code: 'INVALID_INPUT',
      status: 400,
      message: only && others.length === 0 ? only : message,
      fieldErrors: fieldErrorsOf(sentences),
    };
  }
  const { field, retryAfterSeconds, codeExpiresInSeconds, facts } = known.details;
  return {
    code: known.code,
    status,
    message,
    ...(field !== undefined && { fieldErrors: { [field]: message } }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(codeExpiresInSeconds !== undefined && { codeExpiresInSeconds }),
    ...(facts && { facts }),
  };
}

export const isUnforeseen = (error: unknown) => asAppError(error).code === 'UNEXPECTED';

function asAppError(error: unknown): { code: ErrorCode; details: ErrorDetails } {
  const known = causeOf(error, (cause) => cause instanceof AppError);
  if (known instanceof AppError) return known;
  if (isDatabaseUnavailable(error)) return { code: 'UNAVAILABLE', details: {} };
  if (causeOf(error, (cause) => cause instanceof $ZodError))
    return { code: 'INVALID_INPUT', details: {} };
  const refusal = error instanceof TRPCError ? trpcRefusals[error.code] : undefined;
  return { code: refusal ?? 'UNEXPECTED', details: {} };
}

function causeOf(error: unknown, isSought: (cause: unknown) => boolean): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isSought(cause)) return cause;
  return undefined;
}

/** An empty value is both missing and misshapen, so only the first sentence counts. */
function sentencesOf(error: $ZodError, language: Language): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of error.issues) {
    const name = path.join('.');
    if (!found.has(name)) found.set(name, fieldText(message, language));
  }
  return found;
}

function fieldErrorsOf(sentences: Map<string, string>): Record<string, string> {
  const found = new Map<string, string>();
  for (const [path, sentence] of sentences) {
    const [outer = ''] = path.split('.');
    for (const name of [path, outer]) if (name && !found.has(name)) found.set(name, sentence);
  }
  // A key may be called __proto__.
  return Object.fromEntries(found);
}
