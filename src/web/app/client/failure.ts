import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#server/trpc/app-router.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** Why a call failed. */
export type Failure = {
  /** None when the answer was not the server's own, or never came. */
  code: ErrorCode | null;
  /** The server's sentence, in the page's language. */
  message: string | null;
  /** No answer came at all. */
  isConnectionLost: boolean;
  fieldErrors: Record<string, string>;
  retryAfterSeconds: number;
  codeExpiresInSeconds: number;
};

export function readFailure(error: unknown): Failure {
  const answer = isTRPCClientError<AppRouter>(error) ? error : null;
  const data = answer?.data;
  return {
    code: data?.code ?? null,
    message: data?.code ? (answer?.message ?? null) : null,
    // What fetch rejects with in every browser; an answer that can't be read, as a proxy's page, ends in another error.
    isConnectionLost: answer?.cause instanceof TypeError,
    fieldErrors: data?.fieldErrors ?? {},
    retryAfterSeconds: data?.retryAfterSeconds ?? 0,
    codeExpiresInSeconds: data?.codeExpiresInSeconds ?? 0,
  };
}

/** The server's sentence where it said one, else this one. */
export const failureText = (error: unknown, otherwise: string): string => readFailure(error).message ?? otherwise;

/** What is said when the server has no sentence: that it failed, or that the connection did. */
export type Fallbacks = { failed: () => string; connectionLost: () => string };

export const sayFailure = (failure: Failure, { failed, connectionLost }: Fallbacks): string =>
  failure.message ?? (failure.isConnectionLost ? connectionLost() : failed());

const TRIES = 2;

/** For queries: what the server has answered it would answer again; only a lost connection is worth another try. */
export const retryUnlessRefused = (failures: number, error: unknown): boolean =>
  failures < TRIES && readFailure(error).code === null;
