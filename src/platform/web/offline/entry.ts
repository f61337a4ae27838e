import type { AnyTRPCMutationProcedure, AnyTRPCProcedure, inferProcedureInput } from '@trpc/server';
import type { AppRouter } from '#platform/contract/router.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { OwnerId } from './owners.ts';

/** Why the server refuses an entry. */
export type Refusal = {
  /** The server's message, or ours if it has none. */
  sentence: string;
  code: ErrorCode | null;
  /** Further facts from the server, such as the quantity that is left. */
  facts: Readonly<Record<string, unknown>>;
};

/** The result of an entry: the server's answer, or why it was refused. */
export type Settled = { sent: unknown } | { refusal: Refusal };

/**
 * The names and figures that a screen shows about an entry. The texts themselves are in the
 * language of the screen.
 */
export type EntryParts = Readonly<Record<string, string | number | null>>;

type CallsOf<Procedures, Prefix extends string = ''> = {
  [Name in keyof Procedures & string]: Procedures[Name] extends AnyTRPCMutationProcedure
    ? { path: `${Prefix}${Name}`; input: inferProcedureInput<Procedures[Name]> }
    : Procedures[Name] extends AnyTRPCProcedure
      ? never
      : CallsOf<Procedures[Name], `${Prefix}${Name}.`>;
}[keyof Procedures & string];

/** A call of a procedure, in the server's format. */
export type Call = CallsOf<AppRouter['_def']['record']>;

/**
 * A change that the server has not accepted yet. A caller that already tried to send it passes the
 * key of that request.
 */
export type NewEntry = {
  /** The Idempotency-Key of its request and all retries. */
  key?: string;
  /** Selects its declaration (kinds.ts). */
  kind: string;
  /**
   * The thing that it changes, such as 'order:5'. Entries of one subject are sent in the order in
   * which they were written.
   */
  subject: string;
  /** JSON input of the kind's code. */
  input: unknown;
  parts: EntryParts;
  /**
   * Later entries of its subject don't wait for a decision about it, as after a refused message.
   */
  isPassable?: true;
  /** The number of attempts to send it. After the first one its input must not change. */
  tries?: number;
  /**
   * ISO 8601, by the device's clock; the default is now. Empty for an unreadable entry without a
   * moment.
   */
  writtenAt?: string;
};

export type Entry = Required<Pick<NewEntry, 'key' | 'tries' | 'writtenAt'>> &
  Omit<NewEntry, 'key' | 'tries' | 'writtenAt'> & {
    /** Its position among all entries of the owner. */
    place: number;
    fileCount: number;
    /** The size of its files. */
    bytes: number;
    /**
     * How far the server's clock was ahead of the device's when the entry was written; null if
     * unknown.
     */
    clockOffsetMilliseconds: number | null;
    /**
     * The call that sends it; null if it takes more than one. It is stored for the service worker,
     * which has no code of the features. `of`: the input that it is made from, as JSON; a page of
     * an earlier version changes the input alone.
     */
    call?: (Call & { of: string }) | null;
    /** Null while it is pending. */
    refusal: Refusal | null;
    /** It could not be stored, so a reload loses it. */
    isLoose?: true;
    /**
     * It was stored in a shape that this version doesn't know, and `input` is all of it
     * (read-entry.ts).
     */
    isUnreadable?: true;
  };

/**
 * The name of the database of an owner's queue, and of the channel that tells tabs about changes.
 */
export const queueName = (ownerId: OwnerId): string => `queue:${ownerId}`;

/** The key of an entry that was stored without one, derived from its place in the database. */
export const keyOfPlace = (place: unknown): string => `place:${String(place)}`;
