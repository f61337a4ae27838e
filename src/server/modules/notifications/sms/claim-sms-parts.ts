import type { RateLimits } from '#server/rate-limits.ts';
import { dayInNairobi } from '#shared/day.ts';

/** Takes so many parts out of the budget of a day in Nairobi. False when it is spent. */
export async function claimSmsParts(rateLimits: RateLimits, { parts, now }: { parts: number; now: Date }): Promise<boolean> {
  const day = dayInNairobi(now);
  for (let part = 0; part < parts; part++) if (!(await rateLimits.tryConsume('smsPart', 'all', day))) return false;
  return true;
}
