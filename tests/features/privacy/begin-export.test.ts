import { beginExport } from '#privacy/server/account-data.ts';
import { givenMarket, refused, services } from '#tests/setup/in-market.ts';

givenMarket();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

test('E56: an export that takes ten minutes blocks the next one until it has ended', async () => {
  const { rateLimits } = services;
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
  await refused(beginExport(1, { rateLimits }), 'TOO_MANY_ATTEMPTS');
  await end();
  expect(renewals).toBeGreaterThan(5);
  const before = renewals;
  vi.advanceTimersByTime(10 * 60_000);
  expect(renewals).toBe(before);
  const endSecond = await beginExport(1, { rateLimits });
  await endSecond();
});
