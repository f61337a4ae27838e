import type { ErrorCode } from '#platform/rules/errors.ts';

/** Why the server does not take an entry. */
export type Refusal = {
  /** The server's sentence, or ours where it has none. */
  sentence: string;
  code: ErrorCode | null;
  /** What the server says besides, such as the quantity that it has now. */
  facts: Readonly<Record<string, unknown>>;
};

/**
 * What a screen says about an entry: names, figures. Texts follow the language in which the screen
 * is shown.
 */
export type EntryParts = Readonly<Record<string, string | number | null>>;

/**
 * Something that a person did and the server has not taken yet. Whoever has tried to send it at
 * once gives it the key of that request.
 */
export type NewEntry = {
  /** The Idempotency-Key of its request, however often it is sent. */
  key?: string;
  /** Says who sends it (kinds.ts). */
  kind: string;
  /**
   * What it is about, such as 'order:5': entries of one subject are sent in the order in which they
   * were written.
   */
  subject: string;
  /** As JSON; for the one who sends it. */
  input: unknown;
  parts: EntryParts;
  /**
   * What follows on its subject does not wait for a decision about it, as after a message that is
   * refused.
   */
  isPassable?: true;
  /** How often it has been tried: from then on its input stays as it is. */
  tries?: number;
  /**
   * ISO 8601, by the clock of the device; now, if it is left out. Empty in an entry that cannot be
   * read and names no moment.
   */
  writtenAt?: string;
};

export type Entry = Required<Pick<NewEntry, 'key' | 'tries' | 'writtenAt'>> &
  Omit<NewEntry, 'key' | 'tries' | 'writtenAt'> & {
    /** Its place among all entries of the person. */
    place: number;
    fileCount: number;
    /** Of its files. */
    bytes: number;
    /**
     * How much the server's clock was ahead of the device's when it was written; null if that was
     * not known.
     */
    clockOffsetMilliseconds: number | null;
    /** Null while it waits. */
    refusal: Refusal | null;
    /** It could not be stored, so a reload loses it. */
    isLoose?: true;
    /**
     * It was stored in another shape than this version knows, and `input` is all of it
     * (read-entry.ts).
     */
    isUnreadable?: true;
  };

/** The database of a person's queue, and the channel by which the tabs hear of changes. */
export const queueName = (userId: number): string => `queue:${userId}`;

/** The key of an entry that was stored without one, by its place in the database. */
export const keyOfPlace = (place: unknown): string => `place:${String(place)}`;
