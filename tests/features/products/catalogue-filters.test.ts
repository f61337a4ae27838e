import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyerCategories,
  buyerCategoryNames,
  type Category,
  categories,
} from '#features/products/rules/categories.ts';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

describe('the catalogue', () => {
  let market: Market;
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  const found = async (filter: FindProducts = {}) =>
    (await listCards(market, filter)).products.map(({ name }) => name);
  beforeEach(async () => {
    market = await makeMarket();
    farm = await makeFarm(market);
  });

  const searches: [string, string[]][] = [
    ['tomato', ['Tomatoes']],
    ['TOMATO', ['Tomatoes']],
    ['omat', ['Tomatoes']],
    ['  ripe  ', ['Tomatoes']],
    ['es r', []],
    ['e and r', ['Tomatoes']],
    ['o ', ['ÑAMÉ ngano', 'Okra %_\\', 'Tomatoes']],
    ['%', ['Okra %_\\']],
    ['_', ['Okra %_\\']],
    ['\\', ['Okra %_\\']],
    ['%_\\', ['Okra %_\\']],
    ['t%s', []],
    ['t_matoes', []],
    ["'; drop table products; --", []],
    ['ngano', ['ÑAMÉ ngano']],
    ['ñamé', ['ÑAMÉ ngano']],
    ['', ['ÑAMÉ ngano', 'Okra %_\\', 'Tomatoes']],
  ];
  test('a search matches a substring in any case, of name or description', async () => {
    await makeProduct(market, farm, { name: 'Tomatoes', description: 'Ripe and red' });
    await makeProduct(market, farm, { name: 'Okra %_\\', description: '' });
    await makeProduct(market, farm, { name: 'ÑAMÉ ngano', description: '' });
    for (const [search, names] of searches)
      expect([search, await found({ search })]).toEqual([search, names]);
  });

  test('each buyer category finds the products of its categories', async () => {
    for (const category of categories)
      await makeProduct(market, farm, { name: category, category });
    for (const category of buyerCategoryNames) {
      expect((await found({ category })).sort()).toEqual(
        ([...buyerCategories[category]] as Category[]).sort(),
      );
    }
  });

  test('the farm filter works in every order and with other filters', async () => {
    const coast = await makeFarm(market, { county: 'Kilifi', latitude: -3.63, longitude: 39.85 });
    await makeProduct(market, farm, { name: 'Kale', price: 50 });
    await makeProduct(market, coast, { name: 'Coconuts', price: 30 });
    await makeProduct(market, coast, { name: 'Kale from the coast', price: 60 });
    const near = { latitude: -0.42, longitude: 36.95 };
    const [newestFirst, cheapestFirst] = [
      ['Kale from the coast', 'Coconuts'],
      ['Coconuts', 'Kale from the coast'],
    ];
    expect(await found({ farmId: coast.id })).toEqual(newestFirst);
    expect(await found({ farmId: coast.id, sort: 'price' })).toEqual(cheapestFirst);
    expect(await found({ farmId: coast.id, sort: 'nearest', ...near })).toEqual(cheapestFirst);
    expect(await found({ farmId: coast.id, sort: 'nearest', ...near, maxDistanceKm: 100 })).toEqual(
      [],
    );
    expect(await found({ farmId: coast.id, search: 'kale' })).toEqual(['Kale from the coast']);
    expect(await found({ farmId: 999_999 })).toEqual([]);
    const { categories: counted } = await market.caller().market.facets({ farmId: coast.id });
    expect(counted.reduce((sum, { number }) => sum + number, 0)).toBe(2);
  });

  test('organic, county and price filters work, and price limits are inclusive', async () => {
    const coast = await makeFarm(market, { county: 'Kilifi', latitude: -3.63, longitude: 39.85 });
    await makeProduct(market, farm, { name: 'Kale', isOrganic: true, price: 50 });
    await makeProduct(market, coast, { name: 'Coconuts', price: 50.01 });
    expect(await found({ organic: true })).toEqual(['Kale']);
    expect(await found({ organic: false })).toEqual(['Coconuts', 'Kale']);
    expect(await found({ county: 'Kilifi' })).toEqual(['Coconuts']);
    expect(await found({ county: 'Lamu' })).toEqual([]);
    expect(await found({ minPrice: 50.01 })).toEqual(['Coconuts']);
    expect(await found({ maxPrice: 50 })).toEqual(['Kale']);
    expect(await found({ minPrice: 50, maxPrice: 50.01 })).toHaveLength(2);
    expect(await found({ minPrice: 60, maxPrice: 40 })).toEqual([]);
  });

  test('a product that expired on an earlier day in Nairobi is not offered; one that expires today is, until midnight there', async () => {
    await makeProduct(market, farm, { name: 'yesterday', expiryDate: '2026-03-01' });
    const today = await makeProduct(market, farm, { name: 'today', expiryDate: '2026-03-02' });
    await makeProduct(market, farm, { name: 'tomorrow', expiryDate: '2026-03-03' });
    expect(await found()).toEqual(['tomorrow', 'today']);
    // It is 9:00 in Nairobi; 14 h and 59 min later it is still the same day there, and then it is
    // not.
    market.advance(15 * 3600 - 60);
    expect(await found()).toEqual(['tomorrow', 'today']);
    market.advance(60);
    expect(await found()).toEqual(['tomorrow']);
    await expect(market.caller().market.product({ productId: today.id })).rejects.toThrow(
      'PRODUCT_NOT_FOUND',
    );
  });

  test.each([
    ['deleted', { deletedAt: new Date() }],
    ['hidden by the operator', { hiddenAt: new Date() }],
    ['sold out', { quantity: 0 }],
    ['in another status', { status: 'expired' as const }],
  ])(
    'a product that is %s is not offered, in the list, by its link or in the counts',
    async (_, change) => {
      const { id } = await makeProduct(market, farm);
      expect(await found()).toHaveLength(1);
      await changeProduct(market, id, change);
      expect(await found()).toEqual([]);
      expect(await found({ search: 'wiki', category: 'vegetables', sort: 'price' })).toEqual([]);
      expect(await found({ latitude: -0.4, longitude: 36.9, sort: 'nearest' })).toEqual([]);
      await expect(market.caller().market.product({ productId: id })).rejects.toThrow(
        'PRODUCT_NOT_FOUND',
      );
      const { categories: counted, counties } = await market.caller().market.facets({});
      expect([counted.every(({ number }) => number === 0), counties]).toEqual([true, []]);
    },
  );

  test('any search finds exactly the products that contain it', async () => {
    const texts = ['Maize 100% dry', 'maize_flour', 'Back\\slash', 'ab', 'AB%c', "Ng'ombe milk"];
    for (const name of texts) await makeProduct(market, farm, { name, description: '' });
    const piece = fc.oneof(
      fc.string({ maxLength: 4 }),
      fc
        .constantFrom(...texts)
        .chain((text) => fc.nat(text.length).map((at) => text.slice(at, at + 4))),
      fc.constantFrom('%', '_', '\\', '\\%', '%%', 'a%', '_b', '\\\\'),
    );
    await fc.assert(
      fc.asyncProperty(piece, async (search) => {
        const sought = search.trim().toLowerCase();
        const holding = texts.filter((text) => `${text} `.toLowerCase().includes(sought));
        expect((await found({ search })).sort()).toEqual(holding.sort());
      }),
      { numRuns: 60 },
    );
  });
});
