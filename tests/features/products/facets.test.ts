import { beforeEach, describe, expect, test } from 'vitest';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { FACET_COUNT_MAX } from '#features/products/rules/limits.ts';
import { products } from '#features/products/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const place = { latitude: -0.42, longitude: 36.95 };

describe('the number of offers for each filter', () => {
  let market: Market;
  let nyeri: Awaited<ReturnType<typeof makeFarm>>;
  let kilifi: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
    market = await makeMarket();
    nyeri = await makeFarm(market, { ...place });
    kilifi = await makeFarm(market, { latitude: -3.63, longitude: 39.85, county: 'Kilifi' });
  });
  const count = async (filter: FindProducts) => {
    const { categories, counties } = await market.caller().market.facets(filter);
    return {
      ...Object.fromEntries(
        categories
          .filter(({ number }) => number > 0)
          .map(({ category, number }) => [category, number]),
      ),
      ...Object.fromEntries(counties.map(({ county, number }) => [county, number])),
    };
  };

  test('each category and county is counted with the other filters applied', async () => {
    await makeProduct(market, nyeri, { name: 'Kale', price: 20 });
    await makeProduct(market, nyeri, { name: 'Potatoes', category: 'Root Crops', price: 30 });
    await makeProduct(market, nyeri, {
      name: 'Maize',
      category: 'Cereals',
      price: 40,
      isOrganic: true,
    });
    await makeProduct(market, kilifi, { name: 'Mangoes', category: 'Fruits', price: 50 });
    await makeProduct(market, kilifi, { name: 'Green maize', category: 'Cereals', price: 60 });
    expect(await count({})).toEqual({ vegetables: 2, grains: 2, fruits: 1, Nyeri: 3, Kilifi: 2 });
    expect(await count({ search: 'MAIZE' })).toEqual({ grains: 2, Nyeri: 1, Kilifi: 1 });
    expect(await count({ category: 'vegetables' })).toEqual({
      vegetables: 2,
      grains: 2,
      fruits: 1,
      Nyeri: 2,
    });
    expect(await count({ county: 'Kilifi' })).toEqual({
      grains: 1,
      fruits: 1,
      Nyeri: 3,
      Kilifi: 2,
    });
    expect(await count({ county: 'Kilifi', search: 'maize' })).toEqual({
      grains: 1,
      Nyeri: 1,
      Kilifi: 1,
    });
    expect(await count({ organic: true })).toEqual({ grains: 1, Nyeri: 1 });
    expect(await count({ minPrice: 30, maxPrice: 50 })).toEqual({
      vegetables: 1,
      grains: 1,
      fruits: 1,
      Nyeri: 2,
      Kilifi: 1,
    });
    expect(await count({ ...place, deliversToMe: true })).toEqual({
      vegetables: 2,
      grains: 1,
      Nyeri: 3,
    });
    expect(await count({ ...place, maxDistanceKm: 900, search: 'maize' })).toEqual({
      grains: 2,
      Nyeri: 1,
      Kilifi: 1,
    });
    expect(await count({ search: 'nothing like it' })).toEqual({});
  });

  test('counting stops at 1,001, shown as "1,000+"', async () => {
    const { id } = await makeProduct(market, kilifi, { name: 'Coconuts', category: 'Fruits' });
    const row = {
      farmerId: nyeri.id,
      name: 'Kale',
      category: 'Vegetables',
      unit: 'kg',
      priceCents: 5,
      quantity: 1,
    } as const;
    const moments = { createdAt: market.services.clock(), updatedAt: market.services.clock() };
    await market.db
      .insert(products)
      .values(Array(FACET_COUNT_MAX + 5).fill({ ...row, ...moments }));
    const capped = { vegetables: 1001, fruits: 1, Nyeri: 1001, Kilifi: 1 };
    expect(await count({})).toEqual(capped);
    expect(await count({ search: 'o' })).toEqual({ fruits: 1, Kilifi: 1 });
    expect(await count({ search: 'a' })).toEqual({ vegetables: 1001, Nyeri: 1001 });
    expect(await count({ ...place, maxDistanceKm: 900 })).toEqual(capped);
    await changeProduct(market, id, { quantity: 0 });
    expect(await count({ organic: false })).toEqual({ vegetables: 1001, Nyeri: 1001 });
  });

  test('failed counts are not cached', async () => {
    await makeProduct(market, nyeri);
    const broken = new Date(Number.NaN);
    await expect(
      market.caller().market.facets({ search: 'x', minPrice: Number.NaN }),
    ).rejects.toThrow();
    const { clock } = market.services;
    market.services.clock = () => broken;
    await expect(market.caller().market.facets({})).rejects.toThrow();
    market.services.clock = clock;
    expect(await count({})).toMatchObject({ Nyeri: 1 });
  });
});
