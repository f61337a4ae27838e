import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { demoLogins } from '#demo/logins.ts';
import { makeFarm, townsWithFarms } from '#demo/seed/make-farms.ts';
import { makeProduct } from '#demo/seed/make-product.ts';
import { createRandom } from '#demo/seed/random.ts';
import { seedDemo } from '#demo/seed-demo.ts';
import { newPasswordRules } from '#features/accounts/rules/account.ts';
import { isCommonPassword } from '#features/accounts/server/passwords.ts';
import { farms } from '#features/farms/server/tables.ts';
import { countyAt } from '#features/places/server/county-at.ts';
import { createProductInput } from '#features/products/rules/product.ts';
import { products } from '#features/products/server/tables.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import { logIn } from '#tests/factories/people.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';
import { countRows } from '#tests/setup/rows.ts';

describe('the demo market', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
    expect(await seedDemo(market.db, market.services)).toBe(true);
  });

  test('has 131 farms in all 47 counties, each within its county, and 500 products', async () => {
    const rows = await market.db.select().from(farms);
    expect([rows.length, new Set(rows.map(({ county }) => county)).size]).toEqual([
      131,
      counties.length,
    ]);
    for (const farm of rows)
      expect(countyAt(farm), `${farm.name}, ${farm.subcounty}`).toBe(farm.county);
    expect(await countRows(market.db, 'products')).toBe(500);
    expect(
      await countRows(market.db, 'products', sql`farmer_id not in (select user_id from farms)`),
    ).toBe(0);
  });

  test.each(Object.entries(townsWithFarms))(
    'has ten farms that deliver to %s',
    async (_town, { latitude, longitude }) => {
      const { products: offers } = await listCards(market, {
        latitude,
        longitude,
        deliversToMe: true,
        limit: 200,
      });
      expect(new Set(offers.map(({ farmId }) => farmId)).size).toBeGreaterThanOrEqual(10);
    },
  );

  test('contains only what the forms accept, and its stock balances', async () => {
    for (const { priceCents, ...row } of await market.db.select().from(products)) {
      const said = createProductInput.safeParse({ ...row, price: priceCents / 100 });
      expect(said.error?.issues ?? [], row.name).toEqual([]);
    }
    const unequal = sql`quantity <> (select sum(change) from stock_movements where product_id = products.id)`;
    expect(await countRows(market.db, 'products', unequal)).toBe(0);
  });

  test('offers a buyer products in every category, nearby and under Swahili names', async () => {
    const anyone = market.caller().market;
    const { categories } = await anyone.facets({});
    for (const { category, number } of categories) expect(number, category).toBeGreaterThan(5);
    expect((await listCards(market, { search: 'mahindi' })).products.length).toBeGreaterThan(3);
    const near = await listCards(market, {
      latitude: -1.2864,
      longitude: 36.8172,
      sort: 'nearest',
    });
    expect(near.products[0]?.distanceKm).toBeLessThan(60);
  });

  test('lets visitors log in as farmer and as buyer, with a password that passes our own rule', async () => {
    const { farmer, buyer, password } = demoLogins;
    expect(newPasswordRules.buyer.safeParse(password).success).toBe(true);
    expect(await isCommonPassword(password)).toBe(false);
    const asFarmer = market.caller(
      await logIn(market, { email: farmer, password, role: 'farmer' }),
    );
    expect((await asFarmer.farmer.products.list({})).products.length).toBeGreaterThanOrEqual(8);
    const asBuyer = market.caller(await logIn(market, { email: buyer, password, role: 'buyer' }));
    expect((await asBuyer.buyer.products({})).products).toHaveLength(24);
  });

  test('is created once: a database with users is left alone', async () => {
    expect(await seedDemo(market.db, market.services)).toBe(false);
    expect(await countRows(market.db, 'products')).toBe(500);
  });

  test('is deterministic for a seed and a time, and differs for another seed', () => {
    const make = (seed: number) => {
      const random = createRandom(seed);
      return Array.from({ length: 50 }, (_, index) => {
        const farm = makeFarm(random, index);
        return [farm, makeProduct(random, farm.county, START)];
      });
    };
    expect(make(7)).toEqual(make(7));
    expect(make(7)).not.toEqual(make(8));
  });

  test('every county grows something in every month', () => {
    const random = createRandom(1);
    for (const county of counties) {
      for (let month = 0; month < 12; month++) {
        expect(
          makeProduct(random, county, new Date(Date.UTC(2026, month, 15))).priceCents,
        ).toBeGreaterThan(0);
      }
    }
  });
});
