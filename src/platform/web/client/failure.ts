import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#platform/contract.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';

export type Failure = {
  code: ErrorCode | null;
  message: string | null;
  isConnectionLost: boolean;
  fieldErrors: Record<string, string>;
  retryAfterSeconds: number;
  codeExpiresInSeconds: number;
  facts: Record<string, unknown>;
};

export function readFailure(error: unknown): Failure {
  const answer = isTRPCClientError<AppRouter>(error) ? error : null;
  const data = answer?.data;
  return {
    code: data?.code ?? null,
    message: data?.code ? answer?.message.trim() || null : null,
    // fetch rejects with a TypeError in every browser; an unreadable response causes a different
    // error.
    isConnectionLost: answer?.cause instanceof TypeError,
    fieldErrors: data?.fieldErrors ?? {},
    retryAfterSeconds: data?.retryAfterSeconds ?? 0,
    codeExpiresInSeconds: data?.codeExpiresInSeconds ?? 0,
    facts: data?.facts ?? {},
  };
}

export const failureText = (error: unknown, otherwise: string): string =>
  readFailure(error).message ?? otherwise;

export type Fallbacks = { failed: () => string; connectionLost: () => string };

export const sayFailure = (failure: Failure, { failed, connectionLost }: Fallbacks): string =>
  failure.message ?? (failure.isConnectionLost ? connectionLost() : failed());

const TRIES = 2;

/** Only a lost connection is worth a retry; the server would give the same answer again. */
export const retryUnlessRefused = (failures: number, error: unknown): boolean =>
  failures < TRIES && readFailure(error).code === null;
