import type { Entry } from './entry.ts';

const FIRST_PAUSE_SECONDS = 3;
const LONGEST_PAUSE_SECONDS = 60;

/** Who has to wait longer than this, such as until tomorrow, is told so. */
export const LONGEST_WAIT_SECONDS = 5 * 60;

/**
 * Whether a pause that ends then, in milliseconds since 1970, is over. One that is longer than any
 * was made before the clock was set back.
 */
export const isOver = (againAt: number, now: number): boolean =>
  againAt <= now || againAt - now > LONGEST_WAIT_SECONDS * 1000;

/** How long to wait after so many failures in a row, in seconds. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - 1));

/**
 * What has gone wrong with an entry in this tab: how often, and when it may be tried again, in
 * milliseconds since 1970.
 */
export type Trouble = { failures: number; againAt: number };

/**
 * The entry to send next. Of each subject only the first is ready, and none behind one that waits
 * for a decision; what was written about others passes. Of those that are ready the least troubled
 * goes first, then the smallest, then the oldest.
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

/** When something may be tried again; undefined if nothing will be by itself. */
export function nextTry(
  entries: readonly Entry[],
  troubles: ReadonlyMap<string, Trouble>,
): number | undefined {
  const times = readyEntries(entries).map(({ key }) => troubles.get(key)?.againAt ?? 0);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** Of each subject the first, unless it waits for a decision. */
export function readyEntries(entries: readonly Entry[]): Entry[] {
  const busy = new Set<string>();
  return entries.filter(({ subject, refusal, isPassable }) => {
    if (busy.has(subject)) return false;
    if (refusal === null || !isPassable) busy.add(subject);
    return refusal === null;
  });
}
