import { availableParallelism } from 'node:os';
import {
  HEAVY_WORK_AT_ONCE_MAX,
  HEAVY_WORK_WAIT_MILLISECONDS,
  HEAVY_WORK_WAITING,
  HEAVY_WORK_WAITING_PER_CLIENT,
} from '#platform/rules/limits.ts';
import { createFairQueue } from './fair-queue.ts';

/*
 * The budget for work that takes the processor rather than the database: hashing passwords,
 * decoding and encoding pictures, drawing reports, compressing answers. All of it runs on Node's
 * pool of four threads, which files and name lookups need too, so the sum of it is limited and not
 * each kind. One processor is left to the requests themselves. One queue for the process, because
 * there is one pool.
 */
export const HEAVY_WORK_AT_ONCE = Math.min(
  HEAVY_WORK_AT_ONCE_MAX,
  Math.max(1, availableParallelism() - 1),
);

export const heavyWork = createFairQueue({
  atOnce: HEAVY_WORK_AT_ONCE,
  perClient: Math.max(1, HEAVY_WORK_AT_ONCE - 1),
  waitingPerClient: HEAVY_WORK_WAITING_PER_CLIENT,
  waitingMax: HEAVY_WORK_WAITING,
  waitMilliseconds: HEAVY_WORK_WAIT_MILLISECONDS,
});

/** The client of work that somebody who is logged in causes. */
export const clientOfPerson = (userId: number): string => `person ${userId}`;
