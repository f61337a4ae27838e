import * as z from 'zod/mini';
import { TAKEN_AT_FUTURE_SECONDS, TAKEN_AT_PAST_SECONDS } from '#platform/rules/limits.ts';
import { fieldError } from './text/line.ts';

/**
 * When something was done on a phone, by the phone's clock as corrected by the server's; ISO 8601.
 */
export const takenAt = z.iso.datetime({ offset: true, ...fieldError('fieldInvalid') });

/**
 * The stored moment. `takenAt` is null if the phone reported none, or one outside the years 2000 to
 * 2099.
 */
export type JudgedMoment = { takenAt: Date | null; isTakenAtDoubtful: boolean };

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/**
 * Judges the moment that a phone reports. A moment in the future means a wrong clock. A moment more
 * than a week ago is older than a pending change should be. Nothing can be done with a thing before
 * it exists. Such moments are stored but marked as doubtful, because refusing them would lose the
 * work.
 * @param now when the request arrived
 * @param since when the thing was created
 */
export function judgeTakenAt(
  text: string | null | undefined,
  now: Date,
  since?: Date,
): JudgedMoment {
  if (text === null || text === undefined) return { takenAt: null, isTakenAtDoubtful: false };
  const moment = Date.parse(text);
  if (!(moment >= FIRST && moment < LAST)) return { takenAt: null, isTakenAtDoubtful: true };
  const secondsAgo = (now.getTime() - moment) / 1000;
  const isOff = secondsAgo < -TAKEN_AT_FUTURE_SECONDS || secondsAgo > TAKEN_AT_PAST_SECONDS;
  const taken = { takenAt: new Date(moment), isTakenAtDoubtful: isOff };
  return since ? judgeSince(taken, since) : taken;
}

/**
 * Also marks a moment as doubtful if it lies before the thing existed, for callers that learn
 * `since` later.
 */
export function judgeSince<Taken extends JudgedMoment>(taken: Taken, since: Date): Taken {
  const isTooEarly =
    taken.takenAt !== null &&
    taken.takenAt.getTime() < since.getTime() - TAKEN_AT_FUTURE_SECONDS * 1000;
  return isTooEarly ? { ...taken, isTakenAtDoubtful: true } : taken;
}
