import { isTRPCClientError } from '@trpc/client';
import type { AppRouter } from '#app/server/app-router.ts';
import type { Entry } from './entry.ts';

/** What sending takes. */
export type Sending = {
  /** The session of the person who wrote it, whoever logs in meanwhile. */
  token: string;
  /** Null if they are no longer on this device. */
  files: () => Promise<readonly File[] | null>;
  onProgress: (percent: number) => void;
  /** Ends a request that nobody answers. */
  signal: AbortSignal;
};

/** How entries of one kind are sent, and how they look before they are. */
export type Kind = {
  /** @returns the server's answer @throws what the client throws, or notSent(…) */
  send: (entry: Entry, sending: Sending) => Promise<unknown>;
  /** Shows it in what pages have fetched, as if it had been sent. */
  apply?: (entry: Entry) => void;
  /**
   * The procedures whose answers it shows in. They are asked again when it has gone, or was
   * refused.
   */
  refreshes?: readonly (readonly string[])[];
};

/**
 * For what does not go through the client: an answer of the server, or `status` 0 where none came.
 * Not a class, whose fields would need a helper.
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

/** What the server says besides its sentence, such as the quantity that it has now. */
export const factsOf = (error: unknown): Readonly<Record<string, unknown>> =>
  (isTRPCClientError<AppRouter>(error) && error.data?.facts) || {};

type Loading = () => Promise<Kind>;
const kinds = new Map<string, Loading>();

/** Features send their own kinds; each is loaded when the first of it is sent. */
export function registerKinds(loading: Readonly<Record<string, Loading>>): void {
  for (const [name, load] of Object.entries(loading)) kinds.set(name, load);
}

/**
 * Null for a kind that this version of the pages does not know. @throws if its code cannot be
 * fetched
 */
export const loadKind = async (name: string): Promise<Kind | null> =>
  (await kinds.get(name)?.()) ?? null;
