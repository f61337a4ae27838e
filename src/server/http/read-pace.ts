import { setTimeout as pause } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '#server/app-error.ts';
import { READS_PAUSED_MAX } from '#shared/limits.ts';

export type ReadPace = {
  /** Counts one question of a client address. @throws AppError TOO_MANY_REQUESTS when it asks faster than it may */
  consume(clientAddress: string): Promise<void>;
};

/** In memory, each process by itself: a counter in the database would cost more than most questions do. */
export function createReadPace(readsPerSecond: number): ReadPace {
  const limiter = new RateLimiterMemory({ points: readsPerSecond, duration: 1 });
  let paused = 0;
  return {
    async consume(clientAddress) {
      try {
        await limiter.consume(clientAddress);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        // Refused when the second is over: a client that asks again at once would keep the server busy with refusals alone.
        if (paused < READS_PAUSED_MAX) {
          paused += 1;
          await pause(refusal.msBeforeNext);
          paused -= 1;
        }
        throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: 1 });
      }
    },
  };
}
