import { availableParallelism } from 'node:os';
import {
  HEAVY_WORK_AT_ONCE_MAX,
  HEAVY_WORK_WAIT_MILLISECONDS,
  HEAVY_WORK_WAITING,
  HEAVY_WORK_WAITING_PER_CLIENT,
} from '#rules/limits.ts';
import { createFairQueue } from './fair-queue.ts';

/**
 * Hashing, reports and compression run in Node's pool of four threads, which files and name lookups
 * need too. One CPU is left for the requests themselves.
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

export const clientOfPerson = (userId: number) => `person ${userId}`;
