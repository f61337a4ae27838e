import type { AnyTRPCMutationProcedure, AnyTRPCProcedure, inferProcedureInput } from '@trpc/server';
import type { AppRouter } from '#platform/contract/router.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';

/** A user's id, or the name of an account of another kind. */
export type OwnerId = number | string;

export type Refusal = {
  /** The server's message, or ours if it has none. */
  sentence: string;
  code: ErrorCode | null;
  facts: Readonly<Record<string, unknown>>;
};

export type Settled = { sent: unknown } | { refusal: Refusal };

export type EntryParts = Readonly<Record<string, string | number | null>>;

type CallsOf<Procedures, Prefix extends string = ''> = {
  [Name in keyof Procedures & string]: Procedures[Name] extends AnyTRPCMutationProcedure
    ? { path: `${Prefix}${Name}`; input: inferProcedureInput<Procedures[Name]> }
    : Procedures[Name] extends AnyTRPCProcedure
      ? never
      : CallsOf<Procedures[Name], `${Prefix}${Name}.`>;
}[keyof Procedures & string];

export type Call = CallsOf<AppRouter['_def']['record']>;

export type NewEntry = {
  /** The Idempotency-Key of its request and all retries. */
  key?: string;
  kind: string;
  /** The thing that it changes, such as 'order:5'. Entries of one subject are sent in order. */
  subject: string;
  input: unknown;
  parts: EntryParts;
  /** Later entries of its subject don't wait for a decision about it. */
  isPassable?: true;
  /** Attempts to send it. After the first one its input must not change. */
  tries?: number;
  /** ISO 8601, by the device's clock; the default is now. Empty if unreadable. */
  writtenAt?: string;
};

export type Entry = Required<Pick<NewEntry, 'key' | 'tries' | 'writtenAt'>> &
  Omit<NewEntry, 'key' | 'tries' | 'writtenAt'> & {
    /** Among all entries of the owner. */
    place: number;
    fileCount: number;
    bytes: number;
    /** How far the server's clock was ahead when it was written; null if unknown. */
    clockOffsetMilliseconds: number | null;
    /**
     * For the service worker, which has no code of the features; null if it takes more than one
     * call. `of`: the input that it is made from, as JSON; a page of an earlier version changes the
     * input alone.
     */
    call?: (Call & { of: string }) | null;
    refusal: Refusal | null;
    isLoose?: true;
    /** Stored in a shape that this version doesn't know; `input` is all of it (stored-values.ts). */
    isUnreadable?: true;
  };

/** Names the owner's database, and the channel that tells tabs about changes. */
export const queueName = (ownerId: OwnerId): string => `queue:${ownerId}`;

export const keyOfPlace = (place: unknown): string => `place:${String(place)}`;
