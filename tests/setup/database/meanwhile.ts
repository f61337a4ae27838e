import type { Market } from '#tests/setup/market.ts';

export function meanwhile(market: Market, happen: () => Promise<unknown>) {
  const { rateLimits } = market.services;
  let hasHappened = false;
  market.services.rateLimits = {
    ...rateLimits,
    async giveBack(...counted) {
      // The running call keeps these limits to its end and calls this a second time.
      if (!hasHappened) {
        hasHappened = true;
        market.services.rateLimits = rateLimits;
        await happen();
      }
      await rateLimits.giveBack(...counted);
    },
  };
}
