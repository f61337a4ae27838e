import * as z from 'zod/mini';
import { TAKEN_AT_FUTURE_SECONDS, TAKEN_AT_PAST_SECONDS } from '#platform/rules/limits.ts';
import { fieldError } from './text/line.ts';

/** The phone's clock as corrected by the server's; ISO 8601. */
export const takenAt = z.iso.datetime({ offset: true, ...fieldError('fieldInvalid') });

/** `takenAt` is null without a moment, or for one outside the years 2000 to 2099. */
export type JudgedMoment = { takenAt: Date | null; isTakenAtDoubtful: boolean };

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/**
 * A moment in the future, more than a week ago, or before the thing existed (`since`) is stored but
 * marked as doubtful, because refusing it would lose the work.
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

export function judgeSince<Taken extends JudgedMoment>(taken: Taken, since: Date): Taken {
  const isTooEarly =
    taken.takenAt !== null &&
    taken.takenAt.getTime() < since.getTime() - TAKEN_AT_FUTURE_SECONDS * 1000;
  return isTooEarly ? { ...taken, isTakenAtDoubtful: true } : taken;
}
