import type { Market } from './market.ts';

/** Lets something happen once, just after the next password was found right and before anything comes of it. */
export function meanwhile(market: Market, happen: () => Promise<unknown>) {
  const { rateLimits } = market.services;
  let hasHappened = false;
  market.services.rateLimits = {
    ...rateLimits,
    async giveBack(...counted) {
      // What was called before keeps these limits to its end, and gives back twice.
      if (!hasHappened) {
        hasHappened = true;
        market.services.rateLimits = rateLimits;
        await happen();
      }
      await rateLimits.giveBack(...counted);
    },
  };
}
