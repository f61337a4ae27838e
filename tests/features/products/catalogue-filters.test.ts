import type { FindProducts } from '#products/rules/find-products.ts';
import { readCards } from '#products/rules/offer-card.ts';
import { CROP_OFFERS_MAX, FACET_COUNT_MAX } from '#products/rules/product-facts.ts';
import { products } from '#products/server/tables.ts';
import {
  advance,
  caller,
  changeProduct,
  db,
  type Farm,
  givenMarket,
  listCards,
  type Market,
  makeFarm,
  makeProduct,
  outcomeOf,
  services,
} from '#tests/setup/in-market.ts';

givenMarket();

let farm: Farm;
const found = async (filter: FindProducts = {}) =>
  (await listCards(filter)).products.map(({ name }) => name);
beforeEach(async () => {
  farm = await makeFarm();
});

test('the catalogue: the farm filter works in every order and with other filters', async () => {
  const coast = await makeFarm({ county: 'Kilifi', latitude: -3.63, longitude: 39.85 });
  await makeProduct(farm, { name: 'Kale', price: 50 });
  await makeProduct(coast, { name: 'Coconuts', price: 30 });
  await makeProduct(coast, { name: 'Kale from the coast', price: 60 });
  const near = { latitude: -0.42, longitude: 36.95 };
  const here = (filter: FindProducts) => found({ farmId: coast.id, ...filter });
  const cheapestFirst = ['Coconuts', 'Kale from the coast'];
  expect(await here({})).toEqual(cheapestFirst.toReversed());
  expect(await here({ sort: 'price' })).toEqual(cheapestFirst);
  expect(await here({ sort: 'nearest', ...near })).toEqual(cheapestFirst);
  expect(await here({ sort: 'nearest', ...near, maxDistanceKm: 100 })).toEqual([]);
  expect(await here({ search: 'kale' })).toEqual(['Kale from the coast']);
  expect(await found({ farmId: 999_999 })).toEqual([]);
  const { categories: counted } = await caller().market.facets({ farmId: coast.id });
  expect(counted.reduce((sum, { number }) => sum + number, 0)).toBe(2);
});

test('the catalogue: a product is offered until midnight in Nairobi on the day it expires', async () => {
  await makeProduct(farm, { name: 'yesterday', expiryDate: '2026-03-01' });
  const today = await makeProduct(farm, { name: 'today', expiryDate: '2026-03-02' });
  await makeProduct(farm, { name: 'tomorrow', expiryDate: '2026-03-03' });
  expect(await found()).toEqual(['tomorrow', 'today']);
  // It is 9:00 in Nairobi, so the day there ends 15 h later.
  advance(15 * 3600 - 60);
  expect(await found()).toEqual(['tomorrow', 'today']);
  advance(60);
  expect(await found()).toEqual(['tomorrow']);
  const product = caller().market.product({ productId: today.id });
  await expect(product).rejects.toThrow('PRODUCT_NOT_FOUND');
});

test.each([
  ['deleted', { deletedAt: new Date() }],
  ['hidden by the operator', { hiddenAt: new Date() }],
  ['sold out', { quantity: 0 }],
  ['in another status', { status: 'expired' as const }],
])(
  'the catalogue: a product that is %s is not offered, in the list, by its link or in the counts',
  async (_, change) => {
    const { id } = await makeProduct(farm);
    expect(await found()).toHaveLength(1);
    await changeProduct(id, change);
    expect(await found()).toEqual([]);
    expect(await found({ search: 'wiki', category: 'vegetables', sort: 'price' })).toEqual([]);
    expect(await found({ latitude: -0.4, longitude: 36.9, sort: 'nearest' })).toEqual([]);
    const product = caller().market.product({ productId: id });
    await expect(product).rejects.toThrow('PRODUCT_NOT_FOUND');
    const { categories: counted, counties } = await caller().market.facets({});
    expect([counted.every(({ number }) => number === 0), counties]).toEqual([true, []]);
  },
);

describe('the number of offers for each filter', () => {
  const place = { latitude: -0.42, longitude: 36.95 };
  let nyeri: Farm;
  let kilifi: Farm;
  beforeEach(async () => {
    nyeri = await makeFarm(place);
    kilifi = await makeFarm({ latitude: -3.63, longitude: 39.85, county: 'Kilifi' });
  });
  const count = async (filter: FindProducts) => {
    const { categories, counties } = await caller().market.facets(filter);
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
    await makeProduct(nyeri, { name: 'Kale', price: 20 });
    await makeProduct(nyeri, { name: 'Potatoes', category: 'Root Crops', price: 30 });
    const maize = { name: 'Maize', category: 'Cereals', price: 40, isOrganic: true } as const;
    await makeProduct(nyeri, maize);
    await makeProduct(kilifi, { name: 'Mangoes', category: 'Fruits', price: 50 });
    await makeProduct(kilifi, { name: 'Green maize', category: 'Cereals', price: 60 });
    expect(await count({})).toEqual({ vegetables: 2, grains: 2, fruits: 1, Nyeri: 3, Kilifi: 2 });
    const counts: [FindProducts, Record<string, number>][] = [
      [{ search: 'MAIZE' }, { grains: 2, Nyeri: 1, Kilifi: 1 }],
      [{ category: 'vegetables' }, { vegetables: 2, grains: 2, fruits: 1, Nyeri: 2 }],
      [{ county: 'Kilifi' }, { grains: 1, fruits: 1, Nyeri: 3, Kilifi: 2 }],
      [{ organic: true }, { grains: 1, Nyeri: 1 }],
      [
        { minPrice: 30, maxPrice: 50 },
        { vegetables: 1, grains: 1, fruits: 1, Nyeri: 2, Kilifi: 1 },
      ],
      [
        { ...place, deliversToMe: true },
        { vegetables: 2, grains: 1, Nyeri: 3 },
      ],
      [
        { ...place, maxDistanceKm: 900, search: 'maize' },
        { grains: 2, Nyeri: 1, Kilifi: 1 },
      ],
    ];
    for (const [filter, expected] of counts)
      expect(await count(filter), JSON.stringify(filter)).toEqual(expected);
    expect(await count({ search: 'nothing like it' })).toEqual({});
  });

  test('counting stops at 1,001, shown as "1,000+"', async () => {
    const { id } = await makeProduct(kilifi, { name: 'Coconuts', category: 'Fruits' });
    const now = services.clock();
    const kale = { name: 'Kale', category: 'Vegetables', unit: 'kg', priceCents: 5 } as const;
    const row = { ...kale, farmerId: nyeri.id, quantity: 1, createdAt: now, updatedAt: now };
    await db.insert(products).values(Array(FACET_COUNT_MAX + 5).fill(row));
    const capped = { vegetables: 1001, fruits: 1, Nyeri: 1001, Kilifi: 1 };
    expect(await count({})).toEqual(capped);
    expect(await count({ search: 'o' })).toEqual({ fruits: 1, Kilifi: 1 });
    expect(await count({ search: 'a' })).toEqual({ vegetables: 1001, Nyeri: 1001 });
    expect(await count({ ...place, maxDistanceKm: 900 })).toEqual(capped);
    await changeProduct(id, { quantity: 0 });
    expect(await count({ organic: false })).toEqual({ vegetables: 1001, Nyeri: 1001 });
  });

  test('failed counts are not cached', async () => {
    await makeProduct(nyeri);
    const { clock } = services;
    services.clock = () => new Date(Number.NaN);
    await expect(caller().market.facets({})).rejects.toThrow();
    services.clock = clock;
    expect(await count({})).toMatchObject({ Nyeri: 1 });
  });
});

const nairobi = { latitude: -1.2864, longitude: 36.8172 };
const thika = { latitude: -1.03, longitude: 37.07 };
const mombasa = { latitude: -4.04, longitude: 39.66 };
type Input = Parameters<ReturnType<Market['caller']>['market']['cropCards']>[0];
const find = async (input: Partial<Input> = {}) => {
  const answer = await caller().market.cropCards({ crop: 'tomato', ...input });
  return readCards(answer.products);
};
const namesOf = async (input?: Partial<Input>) => (await find(input)).map(({ name }) => name);
const tomatoes = { name: 'Nyanya', price: 60 };
const offer = async (product: Parameters<typeof makeProduct>[1], position = nairobi) =>
  makeProduct(await makeFarm(position), { ...tomatoes, ...product });

test('the same crop from other farms under any name, cheapest per kg first, and offers without a price per kg last', async () => {
  await offer({ name: 'Anna F1', price: 70 });
  await offer({ name: 'Tomatoes', price: 2560, unit: 'crates', netWeightKg: 64 });
  await offer({ name: 'Nyanya', price: 55 });
  await offer({ name: 'Fresh tomatos', price: 30, unit: 'pieces' });
  await offer({ name: 'Sukuma wiki' });
  expect(await namesOf()).toEqual(['Tomatoes', 'Nyanya', 'Anna F1', 'Fresh tomatos']);
  expect(await caller().market.cropCards({ crop: 'leek' })).toMatchObject({
    en: 'Leeks',
    products: [],
  });
});

test('the same crop from other farms leaves out the farm of the current product, even if that product is deleted', async () => {
  const farm = await makeFarm();
  const { id: productId } = await makeProduct(farm, tomatoes);
  await makeProduct(farm, { ...tomatoes, name: 'Its other tomatoes' });
  await offer({ name: 'Tomatoes' });
  expect(await namesOf({ productId })).toEqual(['Tomatoes']);
  await changeProduct(productId, { deletedAt: services.clock() });
  expect(await namesOf({ productId })).toEqual(['Tomatoes']);
  expect(await namesOf({ productId: 999_999 })).toHaveLength(2);
});

test("the same crop from other farms has each farm's best offer, up to the limit", async () => {
  const farm = await makeFarm();
  for (const price of [52, 50, 51]) await makeProduct(farm, { ...tomatoes, price });
  await offer({ price: 90 });
  expect((await find()).map(({ price }) => price)).toEqual([50, 90]);
  for (let price = 60; price < 60 + CROP_OFFERS_MAX; price++) await offer({ price });
  expect((await find()).map(({ price }) => price)).toEqual([50, 60, 61, 62, 63, 64]);
});

test('the same crop from other farms starts with the nearest if a position is given, with the distance', async () => {
  await offer({ name: 'Tomatoes', price: 10 }, mombasa);
  await offer({ name: 'Nyanya', price: 90 }, thika);
  const distances = async (input?: Partial<Input>) =>
    (await find(input)).map(({ name, distanceKm }) => [name, distanceKm]);
  expect(await distances(nairobi)).toEqual([
    ['Nyanya', 40],
    ['Tomatoes', 440],
  ]);
  expect(await distances()).toEqual([
    ['Tomatoes', null],
    ['Nyanya', null],
  ]);
});

test('the same crop from other farms shows nothing that cannot be ordered', async () => {
  const now = services.clock();
  for (const change of [{ hiddenAt: now }, { deletedAt: now }, { quantity: 0 }])
    await changeProduct((await offer({})).id, change);
  await offer({ expiryDate: '2026-03-02' });
  expect(await find()).toHaveLength(1);
  advance(24 * 60 * 60);
  expect(await find()).toEqual([]);
  expect(await find(nairobi)).toEqual([]);
});

test.each([{ crop: '' }, { productId: 1e12 }, { latitude: 91, longitude: 0 }])(
  'the same crop from other farms refuses %o',
  async (input) => {
    expect(await outcomeOf(find(input))).toBe('INVALID_INPUT');
  },
);
