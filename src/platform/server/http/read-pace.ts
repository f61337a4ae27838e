import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DRAWN_COST_PER_SECOND, READS_PAUSED_MAX } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';

/** Costs are in plain queries (READ_COST). */
export type ReadPace = {
  /**
   * Charges a client address for a question. @throws AppError TOO_MANY_REQUESTS when it asks faster
   * than it may
   */
  consume(clientAddress: string, cost?: number): Promise<void>;
  /**
   * Charges it for a page or picture that the server draws. False, without a charge, when the
   * client or all clients together have used up this second: then the browser renders the page, or
   * another picture is sent.
   */
  mayDraw(clientAddress: string, cost: number): Promise<boolean>;
};

const EVERYBODY = '';

/**
 * In memory, each process by itself: a counter in the database would cost more than most questions
 * do.
 */
export function createReadPace(
  readsPerSecond: number,
  drawnPerSecond = DRAWN_COST_PER_SECOND,
): ReadPace {
  const clients = new RateLimiterMemory({ points: readsPerSecond, duration: 1 });
  const drawing = new RateLimiterMemory({ points: drawnPerSecond, duration: 1 });
  let paused = 0;
  /**
   * Null when the client may go on; where one question costs more than a second's share, it takes
   * all of it.
   */
  const refusalOf = async (
    limiter: RateLimiterMemory,
    key: string,
    cost: number,
  ): Promise<RateLimiterRes | null> => {
    try {
      await limiter.consume(key, Math.min(cost, limiter.points));
      return null;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return refusal;
    }
  };
  const tryDraw = async (limiter: RateLimiterMemory, key: string, cost: number) => {
    if (!(await refusalOf(limiter, key, cost))) return true;
    await limiter.reward(key, Math.min(cost, limiter.points));
    return false;
  };
  return {
    async consume(clientAddress, cost = 1) {
      const refusal = await refusalOf(clients, clientAddress, cost);
      if (!refusal) return;
      // Refused when the second is over: a client that asks again at once would keep the server
      // busy with refusals alone.
      if (paused < READS_PAUSED_MAX) {
        paused += 1;
        await pause(refusal.msBeforeNext);
        paused -= 1;
      }
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    },
    // One after the other: what a client is refused is not counted for all.
    mayDraw: async (clientAddress, cost) =>
      (await tryDraw(clients, clientAddress, cost)) && tryDraw(drawing, EVERYBODY, cost),
  };
}
