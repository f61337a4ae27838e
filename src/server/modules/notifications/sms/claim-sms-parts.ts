import type { RateLimits } from '#server/rate-limits.ts';

/** Takes so many parts out of the day's budget. False when it is spent. */
export async function claimSmsParts(rateLimits: RateLimits, parts: number): Promise<boolean> {
  for (let part = 0; part < parts; part++) if (!(await rateLimits.tryConsume('smsPart', 'all'))) return false;
  return true;
}
