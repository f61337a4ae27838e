import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginExport } from '#features/privacy/server/begin-export.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

test('E56: an export that takes ten minutes blocks the next one until it has ended', async () => {
  const { rateLimits } = market.services;
  let renewals = 0;
  const counting = {
    ...rateLimits,
    async renew(...counted: Parameters<typeof rateLimits.renew>) {
      renewals += 1;
      await rateLimits.renew(...counted);
    },
  };
  const end = await beginExport(1, { rateLimits: counting });
  // The counter lasts two minutes, so it has to be renewed more often.
  vi.advanceTimersByTime(10 * 60_000);
  expect(await outcomeOf(beginExport(1, { rateLimits }))).toBe('TOO_MANY_ATTEMPTS');
  await end();
  expect(renewals).toBeGreaterThan(5);
  const before = renewals;
  vi.advanceTimersByTime(10 * 60_000);
  expect(renewals).toBe(before);
  const endSecond = await beginExport(1, { rateLimits });
  await endSecond();
});
