import { beforeEach, describe, expect, test } from 'vitest';
import { daysAfter } from '#platform/rules/day.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { observeFarms, rollUp } from '#tests/factories/prices.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const TODAY = '2026-03-02';
const same = (price: number) => [price, price, price, price, price];

describe('the current price of a crop', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const hint = (county?: 'Nyeri' | 'Kisii') =>
    market.caller().market.priceHint({ crop: 'tomato', ...(county && { county }) });

  test('is that of the county if it is shown, and otherwise that of the country', async () => {
    await observeFarms(market, [55, 60, 60, 65, 70]);
    await observeFarms(market, same(60), { kind: 'paid', day: daysAfter(TODAY, -3) });
    await rollUp(market);
    const asked = { median: 60, low: 60, high: 65, farms: 5, week: '2026-W10' };
    const paid = { median: 60, low: 60, high: 60, farms: 5, orders: 5, week: '2026-W09' };
    const start = { crop: 'tomato', unit: 'kg' };
    expect(await hint('Nyeri')).toEqual({
      ...start,
      asked: { ...asked, county: 'Nyeri' },
      paid: { ...paid, county: 'Nyeri' },
    });
    for (const county of ['Kisii', undefined] as const) {
      expect(await hint(county)).toEqual({
        ...start,
        asked: { ...asked, county: null },
        paid: { ...paid, county: null },
      });
    }
  });

  test('is unknown if nothing was asked in this week or the last one', async () => {
    await observeFarms(market, same(50), { day: daysAfter(TODAY, -8) });
    await rollUp(market);
    expect(await hint('Nyeri')).toMatchObject({ asked: null, paid: null });
  });

  test('is shown on the map as the newest shown week of each county', async () => {
    await observeFarms(market, same(50), { day: daysAfter(TODAY, -14) });
    await observeFarms(market, same(60), { day: daysAfter(TODAY, -7) });
    await observeFarms(market, same(70), { county: 'Kisii' });
    await observeFarms(market, [70, 70, 70, 70], { county: 'Meru' });
    await rollUp(market);
    const { counties } = await market.caller().market.countyPrices({ crop: 'tomato' });
    expect(counties).toEqual([
      {
        county: 'Kisii',
        week: '2026-W10',
        asked: { median: 70, low: 70, high: 70, farms: 5 },
        paid: null,
      },
      {
        county: 'Nyeri',
        week: '2026-W09',
        asked: { median: 60, low: 60, high: 60, farms: 5 },
        paid: null,
      },
    ]);
  });
});

describe("a farmer's prices", () => {
  test('are listed next to those of the county and the country, the fastest seller first', async () => {
    const market = await makeMarket();
    const farm = await makeFarm(market);
    await makeProduct(market, farm, { name: 'Nyanya', price: 55 });
    await makeProduct(market, farm, { name: 'Tomatoes', price: 65 });
    const { id: productId } = await makeProduct(market, farm, {
      name: 'Sukuma wiki',
      quantity: 4,
      price: 30,
    });
    await makeProduct(market, farm, { name: 'Mixed vegetables' });
    market.advance(36 * 60);
    await makeOrder(market, await makeTestBuyer(market), [{ productId, quantity: 4 }]);
    await observeFarms(market, same(50), { county: 'Kisii' });
    await rollUp(market);
    const { county, prices } = await market.caller(farm).farmer.prices();
    expect(county).toBe('Nyeri');
    const country = { median: 50, low: 50, high: 50, farms: 5 };
    expect(prices).toEqual([
      {
        crop: 'kale',
        en: expect.any(String),
        sw: expect.any(String),
        own: null,
        county: null,
        country: null,
        daysUntilSold: 0,
      },
      {
        crop: 'tomato',
        en: 'Tomatoes',
        sw: 'Nyanya',
        own: 60,
        county: null,
        country,
        daysUntilSold: null,
      },
    ]);
  });
});
