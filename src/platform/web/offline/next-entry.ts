import type { Entry } from './entry.ts';

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
export const isOver = (againAt: number, now: number): boolean =>
  againAt <= now || againAt - now > LONGEST_WAIT_SECONDS * 1000;

export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - 1));

/** `againAt` is in milliseconds since 1970. */
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

export function nextTry(
  entries: readonly Entry[],
  troubles: ReadonlyMap<string, Trouble>,
): number | undefined {
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
