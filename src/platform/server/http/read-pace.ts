import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DRAWN_COST_PER_SECOND, READS_PAUSED_MAX } from '#platform/rules/limits.ts';
import { AppError } from '../app-error.ts';

/** Costs are in plain queries (READ_COST). */
export type ReadPace = {
  /**
   * Charges a client address for a read.
   * @throws AppError TOO_MANY_REQUESTS if it exceeds its rate
   */
  consume(clientAddress: string, cost?: number): Promise<void>;
  /**
   * Charges a client address for a page or picture that the server renders. Returns false if the
   * client, or all clients together, have used up the current second. Then the browser renders the
   * page, or another picture is sent.
   */
  mayDraw(clientAddress: string, cost: number): Promise<boolean>;
};

const EVERYBODY = '';

/** In memory, per process: a counter in the database would cost more than most reads. */
export function createReadPace(
  readsPerSecond: number,
  drawnPerSecond = DRAWN_COST_PER_SECOND,
): ReadPace {
  const clients = new RateLimiterMemory({ points: readsPerSecond, duration: 1 });
  const drawing = new RateLimiterMemory({ points: drawnPerSecond, duration: 1 });
  let paused = 0;
  /**
   * Null if the client may continue. A read that costs more than a second's share takes all of it.
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
      // Refused at the end of the second, because a client that retries at once would keep the
      // server busy with refusals.
      if (paused < READS_PAUSED_MAX) {
        paused += 1;
        await pause(refusal.msBeforeNext);
        paused -= 1;
      }
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
    },
    // One after the other, so that a read that the client's own limit refuses doesn't count for all
    // clients.
    mayDraw: async (clientAddress, cost) =>
      (await tryDraw(clients, clientAddress, cost)) && tryDraw(drawing, EVERYBODY, cost),
  };
}
