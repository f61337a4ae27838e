import { expect, test } from 'vitest';
import { DEMO_FARMS } from '#demo/seed/make-farms.ts';
import { listFarms } from '#demo/seed/queries.ts';
import { seedMarket } from '#demo/seed/seed-market.ts';
import { seedPrices } from '#demo/seed/seed-prices.ts';
import { priceObservations } from '#features/prices/server/tables.ts';
import type { County } from '#platform/rules/geo/counties.ts';
import { cellsOf, rollUp } from '#tests/factories/prices.ts';
import { makeMarket } from '#tests/setup/market.ts';

const TODAY = '2026-03-02';

async function makeSeeded() {
  const market = await makeMarket();
  const now = new Date(`${TODAY}T09:00:00Z`);
  await seedMarket(market.db, { farms: DEMO_FARMS, products: 0 }, { now, passwordHash: '-' });
  await seedPrices(market.db, TODAY);
  await rollUp(market);
  return market;
}

test('the demo has a year of prices for a few dozen crops, all from its own farms, the same every time', async () => {
  const market = await makeSeeded();
  const { weeks } = await market.caller().market.prices({ crop: 'tomato', weeks: 53 });
  expect(weeks.filter(({ asked }) => asked).length).toBeGreaterThan(50);
  expect(weeks.filter(({ paid }) => paid).length).toBeGreaterThan(20);
  const counted = weeks.map(({ asked }) => asked?.farms ?? 0);
  expect(Math.max(...counted)).toBeLessThanOrEqual(DEMO_FARMS);
  const farmIds = new Set((await listFarms(market.db)).map(({ id }) => id));
  const observed = await market.db
    .selectDistinct({ farmId: priceObservations.farmId })
    .from(priceObservations);
  expect(observed.filter(({ farmId }) => !farmIds.has(farmId))).toEqual([]);
  // Only the market's own farms have prices in the current week.
  expect(weeks.at(-1)?.asked).toBeNull();
  // No whole county is dropped as an outlier.
  const { counties } = await market.caller().market.countyPrices({ crop: 'tomato' });
  expect(counties.length).toBeGreaterThan(8);
  for (const { county } of counties) {
    const ofCounty = await market
      .caller()
      .market.prices({ crop: 'tomato', county: county as County, weeks: 53 });
    expect(ofCounty.weeks.filter(({ asked }) => asked).length).toBeGreaterThan(40);
  }
  const medians = weeks.flatMap(({ asked }) => asked?.median ?? []);
  expect(Math.min(...medians)).toBeGreaterThan(10);
  expect(Math.max(...medians)).toBeLessThan(4 * Math.min(...medians));
  const cells = await cellsOf(market);
  expect(
    new Set(cells.filter((cell) => cell.is_shown).map(({ crop }) => crop)).size,
  ).toBeGreaterThan(20);
  expect((await market.caller().market.priceMovers({ days: 90 })).movers.length).toBeGreaterThan(
    10,
  );

  const again = await makeSeeded();
  expect(await cellsOf(again)).toEqual(cells);
});
