import type { RateLimitRule, RateLimits } from '#server/rate-limits.ts';

/** A mail that was counted. `giveBack`: it could not be sent. */
export type NewcomerMail = { giveBack: () => Promise<void> };

/**
 * Counts a mail to an email without a verified account, because anybody can make us write to any mailbox. The total has two parts, so
 * that client addresses that cause thousands of mails cannot use up the part that is kept for those that cause a few.
 * @returns null when there were too many from this client address, or in all
 */
export async function claimNewcomerMail(rateLimits: RateLimits, clientAddress: string): Promise<NewcomerMail | null> {
  const counted: [RateLimitRule, ...string[]][] = [];
  const isCounted = async (...rule: [RateLimitRule, ...string[]]) => {
    const isFree = await rateLimits.tryConsume(...rule);
    if (isFree) counted.push(rule);
    return isFree;
  };
  const isFree =
    (await isCounted('newcomerMailOfAddress', clientAddress)) &&
    (((await isCounted('newcomerMailOfQuietAddress', clientAddress)) && (await isCounted('newcomerMailToQuietAddresses'))) ||
      (await isCounted('newcomerMailToBusyAddresses')));
  if (!isFree) return null;
  return {
    async giveBack() {
      for (const rule of counted) await rateLimits.giveBack(...rule);
    },
  };
}
