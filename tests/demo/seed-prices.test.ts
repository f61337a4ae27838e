import { expect, test } from 'vitest';
import { seedPrices } from '#demo/seed/seed-prices.ts';
import type { County } from '#platform/rules/geo/counties.ts';
import { cellsOf, rollUp } from '#tests/factories/prices.ts';
import { makeMarket } from '#tests/setup/market.ts';

const TODAY = '2026-03-02';

test('the demo has a year of prices for a few dozen crops, the same every time', {
  tags: ['long'],
}, async () => {
  const market = await makeMarket();
  await seedPrices(market.db, TODAY);
  await rollUp(market);
  const { weeks } = await market.caller().market.prices({ crop: 'tomato', weeks: 53 });
  expect(weeks.filter(({ asked }) => asked).length).toBeGreaterThan(50);
  expect(weeks.filter(({ paid }) => paid).length).toBeGreaterThan(20);
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

  const again = await makeMarket();
  await seedPrices(again.db, TODAY);
  await rollUp(again);
  expect(await cellsOf(again)).toEqual(cells);
});
