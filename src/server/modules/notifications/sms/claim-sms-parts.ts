import type { RateLimitRule, RateLimits } from '#server/rate-limits.ts';
import { dayInNairobi } from '#shared/day.ts';

/** Parts that were counted. `giveBack`: they were not sent, and cost nothing. */
export type SmsParts = { giveBack: () => Promise<void> };

/** What must not be paid out of another's share: what strangers can cause as often as they like, what persons can, and logins and money. */
const rulesOf = {
  anybody: ['smsPartForAnybody', 'smsPartBeforeMoney', 'smsPart'],
  known: ['smsPartBeforeMoney', 'smsPart'],
  needed: ['smsPart'],
} as const satisfies Record<string, readonly RateLimitRule[]>;

export type SmsShare = keyof typeof rulesOf;
type Claim = { parts: number; share: SmsShare; now: Date };

/**
 * Takes so many parts out of the budget of a day in Nairobi. What strangers cause has a part of it, and so has what verified numbers cause, so
 * that they cannot use up what is left for logins and money. @returns null when it is spent
 */
export async function claimSmsParts(rateLimits: RateLimits, { parts, share, now }: Claim): Promise<SmsParts | null> {
  const day = dayInNairobi(now);
  const rules = rulesOf[share];
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
