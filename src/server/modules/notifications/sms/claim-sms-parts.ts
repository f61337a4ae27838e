import type { RateLimitRule, RateLimits } from '#server/rate-limits.ts';
import { dayInNairobi } from '#shared/day.ts';

/** Parts that were counted. `giveBack`: they were not sent, and cost nothing. */
export type SmsParts = { giveBack: () => Promise<void> };

/** `isForAnybody`: strangers can cause it as often as they like. */
type Claim = { parts: number; isForAnybody: boolean; now: Date };

/**
 * Takes so many parts out of the budget of a day in Nairobi. What strangers cause has a part of it, so that they cannot use up what is left for
 * logins and money. @returns null when it is spent
 */
export async function claimSmsParts(rateLimits: RateLimits, { parts, isForAnybody, now }: Claim): Promise<SmsParts | null> {
  const day = dayInNairobi(now);
  const rules: RateLimitRule[] = isForAnybody ? ['smsPartForAnybody', 'smsPart'] : ['smsPart'];
  const counted: RateLimitRule[] = [];
  const giveBack = async () => {
    for (const rule of counted) await rateLimits.giveBack(rule, 'all', day);
  };
  for (let part = 0; part < parts; part++) {
    for (const rule of rules) {
      // One that is refused is counted as well.
      counted.push(rule);
      if (await rateLimits.tryConsume(rule, 'all', day)) continue;
      await giveBack();
      return null;
    }
  }
  return { giveBack };
}
