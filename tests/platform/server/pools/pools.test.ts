import { claimPoints, type Pool } from '#server/rate-limits.ts';
import { makeMarket } from '#tests/setup/market.ts';

const pool: Pool = {
  name: 'test',
  seconds: 3600,
  total: 100,
  quiet: 50,
  perAsker: [],
  perQuietAsker: [],
  perRecipient: 10,
};

test("unproven people get at most half of a recipient's share, and the rest is left for proven ones", async () => {
  const { services } = await makeMarket();
  const claim = async (isUnproven: boolean) =>
    (await claimPoints(services.rateLimits, pool, { askers: [], recipient: 'farmer', isUnproven }))
      .outcome;
  const unproven = [];
  for (let i = 0; i < 20; i += 1) unproven.push(await claim(true));
  expect(unproven.filter((outcome) => outcome === 'claimed')).toHaveLength(5);
  for (let i = 0; i < 5; i += 1) expect(await claim(false)).toBe('claimed');
  expect(await claim(false)).toBe('full');
});
