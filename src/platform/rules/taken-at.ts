import * as z from 'zod/mini';
import { TAKEN_AT_FUTURE_SECONDS, TAKEN_AT_PAST_SECONDS } from '#platform/rules/limits.ts';
import { fieldError } from './text/line.ts';

/** When something was done on a phone, by its clock as corrected by the server's; ISO 8601. */
export const takenAt = z.iso.datetime({ offset: true, ...fieldError('fieldInvalid') });

/**
 * What is stored of such a moment: `takenAt` null where none was told, or none that a calendar of
 * ours has.
 */
export type JudgedMoment = { takenAt: Date | null; isTakenAtDoubtful: boolean };

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/**
 * Whether the moment that a phone names can be right. One after the server's own time is a wrong
 * clock, one of more than a week ago is older than anything that waits on a phone should be, and
 * nothing was done with what did not exist yet; all are kept and noted as doubtful, because
 * refusing them would lose the work.
 * @param now when it arrived
 * @param since when what it is about came to be
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

/** Doubts a moment also if what it is about did not exist yet, where that is known only later. */
export function judgeSince<Taken extends JudgedMoment>(taken: Taken, since: Date): Taken {
  const isTooEarly =
    taken.takenAt !== null &&
    taken.takenAt.getTime() < since.getTime() - TAKEN_AT_FUTURE_SECONDS * 1000;
  return isTooEarly ? { ...taken, isTakenAtDoubtful: true } : taken;
}
