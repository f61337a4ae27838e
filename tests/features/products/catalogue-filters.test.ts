// One file because its tests share one set-up.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyerCategories,
  buyerCategoryNames,
  type Category,
  categories,
} from '#features/products/rules/categories.ts';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { CROP_OFFERS_MAX, FACET_COUNT_MAX } from '#features/products/rules/limits.ts';
import { readCards } from '#features/products/rules/offer-card.ts';
import { products } from '#features/products/server/tables.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
});

describe('the catalogue', () => {
  let farm: Awaited<ReturnType<typeof makeFarm>>;
  const found = async (filter: FindProducts = {}) =>
    (await listCards(market, filter)).products.map(({ name }) => name);
  beforeEach(async () => {
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

describe('the number of offers for each filter', () => {
  const place = { latitude: -0.42, longitude: 36.95 };
  let nyeri: Awaited<ReturnType<typeof makeFarm>>;
  let kilifi: Awaited<ReturnType<typeof makeFarm>>;
  beforeEach(async () => {
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

describe('the same crop from other farms', () => {
  const nairobi = { latitude: -1.2864, longitude: 36.8172 };
  const thika = { latitude: -1.03, longitude: 37.07 };
  const mombasa = { latitude: -4.04, longitude: 39.66 };
  type Input = Parameters<ReturnType<Market['caller']>['market']['cropOffers']>[0];
  const find = async (input: Partial<Input> = {}) => {
    const answer = await market.caller().market.cropOffers({ crop: 'tomato', ...input });
    return readCards(answer.products);
  };
  const namesOf = async (input?: Partial<Input>) => (await find(input)).map(({ name }) => name);
  const tomatoes = { name: 'Nyanya', price: 60 };
  const offer = async (product: Parameters<typeof makeProduct>[2], position = nairobi) =>
    makeProduct(market, await makeFarm(market, position), { ...tomatoes, ...product });

  test('under any name, cheapest per kg first, and offers without a price per kg last', async () => {
    await offer({ name: 'Anna F1', price: 70 });
    await offer({ name: 'Tomatoes', price: 2560, unit: 'crates', netWeightKg: 64 });
    await offer({ name: 'Nyanya', price: 55 });
    await offer({ name: 'Fresh tomatos', price: 30, unit: 'pieces' });
    await offer({ name: 'Sukuma wiki' });
    expect(await namesOf()).toEqual(['Tomatoes', 'Nyanya', 'Anna F1', 'Fresh tomatos']);
    expect(await market.caller().market.cropOffers({ crop: 'leek' })).toMatchObject({
      en: 'Leeks',
      products: {},
    });
  });

  test('leaves out the farm of the current product, even if that product is deleted', async () => {
    const farm = await makeFarm(market);
    const { id: productId } = await makeProduct(market, farm, tomatoes);
    await makeProduct(market, farm, { ...tomatoes, name: 'Its other tomatoes' });
    await offer({ name: 'Tomatoes' });
    expect(await namesOf({ productId })).toEqual(['Tomatoes']);
    await changeProduct(market, productId, { deletedAt: market.services.clock() });
    expect(await namesOf({ productId })).toEqual(['Tomatoes']);
    expect(await namesOf({ productId: 999_999 })).toHaveLength(2);
  });

  test("has each farm's best offer, up to the limit", async () => {
    const farm = await makeFarm(market);
    for (const price of [52, 50, 51]) await makeProduct(market, farm, { ...tomatoes, price });
    await offer({ price: 90 });
    expect((await find()).map(({ price }) => price)).toEqual([50, 90]);
    for (let price = 60; price < 60 + CROP_OFFERS_MAX; price++) await offer({ price });
    expect((await find()).map(({ price }) => price)).toEqual([50, 60, 61, 62, 63, 64]);
  });

  test('starts with the nearest if a position is given, with the distance', async () => {
    await offer({ name: 'Tomatoes', price: 10 }, mombasa);
    await offer({ name: 'Nyanya', price: 90 }, thika);
    const found = await find(nairobi);
    expect(found.map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
      ['Nyanya', 40],
      ['Tomatoes', 440],
    ]);
    expect((await find()).map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
      ['Tomatoes', null],
      ['Nyanya', null],
    ]);
  });

  test('shows nothing that cannot be ordered', async () => {
    const now = market.services.clock();
    const { id: hidden } = await offer({});
    const { id: deleted } = await offer({});
    const { id: soldOut } = await offer({});
    await changeProduct(market, hidden, { hiddenAt: now });
    await changeProduct(market, deleted, { deletedAt: now });
    await changeProduct(market, soldOut, { quantity: 0 });
    await offer({ expiryDate: '2026-03-02' });
    expect(await find()).toHaveLength(1);
    market.advance(24 * 60 * 60);
    expect(await find()).toEqual([]);
    expect(await find(nairobi)).toEqual([]);
  });

  test.each([
    [{ crop: '' }, 'INVALID_INPUT'],
    [{ crop: 'tomato', productId: 0 }, 'INVALID_INPUT'],
    [{ crop: 'tomato', productId: 1e12 }, 'INVALID_INPUT'],
    [{ crop: 'tomato', latitude: 91, longitude: 0 }, 'INVALID_INPUT'],
  ])('answers %o with %s', async (input, code) => {
    expect(await outcomeOf(find(input))).toBe(code);
  });
});
