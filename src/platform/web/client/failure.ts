import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#platform/contract/router.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';

export type Failure = {
  /** Null if the response did not come from our server, or never came. */
  code: ErrorCode | null;
  /** The server's message, in the page's language. */
  message: string | null;
  /** No response came at all. */
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
    // fetch rejects with a TypeError in every browser. An unreadable response, such as a proxy's
    // page, causes a different error.
    isConnectionLost: answer?.cause instanceof TypeError,
    fieldErrors: data?.fieldErrors ?? {},
    retryAfterSeconds: data?.retryAfterSeconds ?? 0,
    codeExpiresInSeconds: data?.codeExpiresInSeconds ?? 0,
    facts: data?.facts ?? {},
  };
}

/** The server's message if it has one, otherwise the given text. */
export const failureText = (error: unknown, otherwise: string): string =>
  readFailure(error).message ?? otherwise;

/**
 * The texts for a failure without a server message: that the call failed, or that the connection
 * was lost.
 */
export type Fallbacks = { failed: () => string; connectionLost: () => string };

export const sayFailure = (failure: Failure, { failed, connectionLost }: Fallbacks): string =>
  failure.message ?? (failure.isConnectionLost ? connectionLost() : failed());

const TRIES = 2;

/**
 * For queries. Only a lost connection is worth a retry, because the server would give the same
 * answer again.
 */
export const retryUnlessRefused = (failures: number, error: unknown): boolean =>
  failures < TRIES && readFailure(error).code === null;
