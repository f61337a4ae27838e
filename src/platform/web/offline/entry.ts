import type { LinkOptions } from '@tanstack/react-router';
import type { AnyTRPCMutationProcedure, AnyTRPCProcedure, inferProcedureInput } from '@trpc/server';
import type { AppRouter } from '#platform/contract.ts';

export type OwnerId = number | string;

export type Refusal = {
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
    /** Stored in a shape that this version doesn't know; `input` is all of it (database.ts). */
    isUnreadable?: true;
  };

export const queueName = (ownerId: OwnerId) => `queue:${ownerId}`;

export const keyOfPlace = (place: unknown) => `place:${String(place)}`;

const FIRST_PAUSE_SECONDS = 3;
const LONGEST_PAUSE_SECONDS = 60;

/** A request without files and without a response by then has lost its connection. */
export const ANSWER_MILLISECONDS = 20_000;

/** For a longer wait, such as until tomorrow, the user gets a message. */
export const LONGEST_WAIT_SECONDS = 5 * 60;

/**
 * An impossibly long pause means that the clock was set back. `againAt` is in milliseconds since
 * 1970.
 */
export const isOver = (againAt: number, now: number) =>
  againAt <= now || againAt - now > LONGEST_WAIT_SECONDS * 1000;

export const pauseAfter = (failures: number) =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - 1));

export type Trouble = { failures: number; againAt: number };

/**
 * Only the first entry of each subject is ready, unless it waits for a decision. The entry with the
 * fewest failures goes first, then the smallest, then the oldest.
 */
export function nextEntry(
  entries: readonly Entry[],
  troubles: ReadonlyMap<string, Trouble>,
  now: number,
): Entry | undefined {
  const failures = ({ key }: Entry) => troubles.get(key)?.failures ?? 0;
  return readyEntries(entries)
    .filter(({ key }) => isOver(troubles.get(key)?.againAt ?? 0, now))
    .sort(
      (one, other) =>
        failures(one) - failures(other) || one.bytes - other.bytes || one.place - other.place,
    )[0];
}

export function nextTry(entries: readonly Entry[], troubles: ReadonlyMap<string, Trouble>) {
  const times = readyEntries(entries).map(({ key }) => troubles.get(key)?.againAt ?? 0);
  return times.length > 0 ? Math.min(...times) : undefined;
}

export function readyEntries(entries: readonly Entry[]): Entry[] {
  const busy = new Set<string>();
  return entries.filter(({ subject, refusal, isPassable }) => {
    if (busy.has(subject)) return false;
    if (refusal === null || !isPassable) busy.add(subject);
    return refusal === null;
  });
}

/** Browsers of three years ago lack `AbortSignal.timeout`. */
export async function withDeadline<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), milliseconds);
  try {
    return await work(giveUp.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A feature declares its kinds of pending changes in its web/offline.ts. */
export type Kind<Input = unknown, Shown = unknown> = {
  /**
   * Checks what this kind relies on, because another version may have written the input. The server
   * validates the rest.
   */
  isInput(input: unknown): boolean;
  title(parts: EntryParts): string;
  /** The service worker can send a single call too. Null if this entry takes more. */
  call?(input: Input): Call | null;
  loadSend?(): Promise<Send>;
  /** Sends many new entries, of different subjects, in a single call. */
  loadTogether?(): Promise<SendTogether>;
  /**
   * Whether a refused retry means that an earlier attempt succeeded and only its answer was lost.
   */
  wasDone?(refusal: Refusal, input: Input): boolean;
  /**
   * Changes the cached answers of a query as if the entry had been sent. If it was not, the query
   * is refetched. `isAnswer`: the call returns the query's new data.
   */
  shows?: { query: readonly string[]; change(shown: Shown, input: Input): Shown; isAnswer?: true };
  refreshes?: readonly (readonly string[])[];
  /** Path prefix of the pages that show their own pending changes. */
  shownOn?: string;
  lookAt?: { advice(): string; label(): string; link: LinkOptions };
  /** Opens a refused entry in its form. Null if there is no room, and the entry stays. */
  reopen?(entry: Entry): Promise<LinkOptions | null>;
};

export type Sending = {
  /** Stays that of the writer, even if another user has logged in. */
  token: string;
  files: () => Promise<readonly File[] | null>;
  onProgress: (percent: number) => void;
  signal: AbortSignal;
};

/** Throws the client's errors or notSent(…). */
export type Send = (entry: Entry, sending: Sending) => Promise<unknown>;

export type SendTogether = (
  entries: readonly Entry[],
  options: { context: { token: string }; signal: AbortSignal },
) => Promise<Settled[]>;

/**
 * `status` is 0 without a response. Not a class, because class fields would need a compiler helper.
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

const kinds = new Map<string, Kind>();

export function registerKinds(named: Readonly<Record<string, Kind>>) {
  for (const [name, kind] of Object.entries(named)) kinds.set(name, kind);
}

export const findKind = (name: string): Kind | undefined => kinds.get(name);

export function callOf({ kind, input }: Pick<Entry, 'kind' | 'input'>): Call | null {
  const known = kinds.get(kind);
  return (known?.isInput(input) && known.call?.(input)) || null;
}
