import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#app/server/app-router.ts';
import type { Entry } from './entry.ts';

export type Sending = {
  /** The session of the user who wrote the entry, even if another user logs in in the meantime. */
  token: string;
  /** Null if the files are no longer on this device. */
  files: () => Promise<readonly File[] | null>;
  onProgress: (percent: number) => void;
  /** Aborts a request without a response. */
  signal: AbortSignal;
};

/** How entries of one kind are sent, and how they appear while pending. */
export type Kind = {
  /**
   * @returns the server's answer
   * @throws the client's errors, or notSent(…)
   */
  send: (entry: Entry, sending: Sending) => Promise<unknown>;
  /** Shows the change in the cached queries, as if it had been sent. */
  apply?: (entry: Entry) => void;
  /**
   * The procedures whose answers are affected. They are refetched when the entry was sent or
   * refused.
   */
  refreshes?: readonly (readonly string[])[];
};

/**
 * A failure of a call outside of the client. `status` is 0 if no response came. Not a class,
 * because class fields would need a compiler helper.
 */
type NotSent = Error & { status: number; retryAfterSeconds: number; isNotSent: true };

export const notSent = (
  message: string | null,
  { status, retryAfterSeconds = 0 }: { status: number; retryAfterSeconds?: number },
) =>
  Object.assign(new Error(message ?? ''), {
    status,
    retryAfterSeconds,
    isNotSent: true,
  } satisfies Omit<NotSent, keyof Error>);

export const isNotSent = (error: unknown): error is NotSent =>
  error instanceof Error && 'isNotSent' in error;

/** Further facts from the server, such as the quantity that is left. */
export const factsOf = (error: unknown): Readonly<Record<string, unknown>> =>
  (isTRPCClientError<AppRouter>(error) && error.data?.facts) || {};

type Loading = () => Promise<Kind>;
const kinds = new Map<string, Loading>();

/** Features register their own kinds. Each is loaded when its first entry is sent. */
export function registerKinds(loading: Readonly<Record<string, Loading>>): void {
  for (const [name, load] of Object.entries(loading)) kinds.set(name, load);
}

/**
 * Null for a kind that this version of the pages doesn't know.
 * @throws if its code cannot be loaded
 */
export const loadKind = async (name: string): Promise<Kind | null> =>
  (await kinds.get(name)?.()) ?? null;
