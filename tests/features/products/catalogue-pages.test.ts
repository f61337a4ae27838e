import fc from 'fast-check';
import type { FindProducts } from '#products/rules/find-products.ts';
import { PAGE_SIZE, productSorts } from '#products/rules/product-facts.ts';
import { distanceMetres } from '#rules/geo.ts';
import {
  call,
  caller,
  changeProduct,
  givenMarket,
  listCards,
  makeBuyer,
  makeFarm,
  makeProduct,
  openMarket,
} from '#tests/setup/in-market.ts';

givenMarket();
const place = { latitude: -1.29, longitude: 36.82 };
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const find = (filter: FindProducts) => listCards(filter);
type Offer = Awaited<ReturnType<typeof find>>['products'][number];

async function readAll(filter: FindProducts, between: () => Promise<unknown>) {
  const offers: Offer[] = [];
  for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages++) {
    const from = cursor ? { cursor } : {};
    const page: Awaited<ReturnType<typeof find>> = await find({ ...filter, ...from });
    expect(page.products.length).toBeLessThanOrEqual(PAGE_SIZE);
    offers.push(...page.products);
    cursor = page.nextCursor;
    await between();
  }
  return offers;
}

async function fill(prices: number[]) {
  const farms = [];
  const farm = { latitude: -1.28, coverageRadiusMetres: 25_000 };
  for (const longitude of [36.82, 36.82, 36.9, 37.4])
    farms.push(await makeFarm({ ...farm, longitude }));
  for (const [index, price] of prices.entries()) {
    await makeProduct(farms[index % farms.length] ?? { id: 0 }, {
      name: String(index),
      price,
      unit: index % 2 ? 'kg' : 'bags',
      netWeightKg: 50,
    });
  }
  return farms;
}

const keys: Record<(typeof productSorts)[number], (offer: Offer) => number> = {
  best: ({ deliversToMe, pricePerKg, distanceKm }) =>
    (deliversToMe ? 0 : 1e8) + (pricePerKg ?? Number.NaN) * 1e4 + (distanceKm ?? Number.NaN),
  // Its order depends on listing rounds: see listing-turns.test.ts.
  newest: () => 0,
  price: ({ price }) => price,
  pricePerKg: ({ pricePerKg }) => pricePerKg ?? Number.NaN,
  nearest: ({ distanceKm }) => distanceKm ?? Number.NaN,
};

test.each(productSorts)(
  'the pages of the catalogue: sorted by %s, every offer appears once, in order, while others come and go',
  async (sort) => {
    const price = fc.integer({ min: 1, max: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(price, { minLength: 1, maxLength: 3 * PAGE_SIZE }),
        price,
        async (prices, newPrice) => {
          await openMarket();
          const [farm] = await fill(prices);
          const before = new Set(prices.map((_, index) => String(index)));
          const offers = await readAll({ ...place, sort }, () =>
            makeProduct(farm ?? { id: 0 }, { name: 'new', price: newPrice }),
          );
          const names = offers.map(({ name }) => name).filter((name) => name !== 'new');
          expect(names).toHaveLength(before.size);
          expect(new Set(names)).toEqual(before);
          expect(new Set(offers.map(({ id }) => id)).size).toBe(offers.length);
          const order = offers.map(keys[sort]);
          expect(order).toEqual(order.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 8 },
    );
  },
);

test('an exactly full last page has no next one', async () => {
  await fill(Array(PAGE_SIZE).fill(5));
  const page = await find({});
  expect([page.products.length, page.nextCursor]).toEqual([PAGE_SIZE, null]);
});

test('the offer at the cursor may disappear meanwhile', async () => {
  await fill(Array(PAGE_SIZE + 5).fill(5));
  const { products, nextCursor } = await find({ sort: 'price' });
  await changeProduct(products.at(-1)?.id ?? 0, { deletedAt: new Date() });
  expect((await find({ sort: 'price', cursor: nextCursor ?? '' })).products).toHaveLength(5);
});

test('the pages of the catalogue: offers without a price per kg are left out of that order', async () => {
  const farm = await makeFarm();
  await makeProduct(farm, { name: 'crate', unit: 'crates' });
  await makeProduct(farm, { name: 'bag', unit: 'bags', netWeightKg: 90, price: 4500 });
  await makeProduct(farm, { name: 'loose', unit: 'kg', price: 49.9 });
  const { products } = await find({ sort: 'pricePerKg' });
  expect(products.map(({ name, pricePerKg }) => [name, pricePerKg])).toEqual([
    ['loose', 49.9],
    ['bag', 50],
  ]);
});

const brokenCursors = [
  '%%%',
  cursorOf(null),
  cursorOf({ length: 2 }),
  cursorOf(['newest', 5]),
  cursorOf(['newest', 1, '5']),
  cursorOf(['newest', 1, 1.5]),
  cursorOf(['newest', 2 ** 31, 1]),
  cursorOf(['newest', 1, 1e308]),
  cursorOf(['newest', 1, 2, 3]),
  'a'.repeat(201),
];
test.each(productSorts)('a broken cursor is a 400, sorted by %s', async (sort) => {
  for (const cursor of brokenCursors) {
    const input = encodeURIComponent(JSON.stringify({ ...place, sort, cursor }));
    const { status } = await call(`/trpc/market.cards?input=${input}`);
    expect([cursor, status]).toEqual([cursor, 400]);
  }
});

test("the pages of the catalogue: one order's cursor is refused by another", async () => {
  await fill(Array(PAGE_SIZE + 1).fill(5));
  for (const sort of productSorts) {
    const { nextCursor } = await find({ ...place, sort });
    for (const other of productSorts) {
      const next = find({ ...place, sort: other, cursor: nextCursor ?? '' });
      if (other === sort) await next;
      else await expect(next).rejects.toThrow('INVALID_INPUT');
    }
  }
});

describe('finding products nearby', () => {
  const nairobi = { latitude: -1.2864, longitude: 36.8172 };
  const METRES_PER_DEGREE = 111_195;
  const rounded = ({ latitude, longitude }: typeof nairobi) => ({
    latitude: Math.round(latitude * 100) / 100,
    longitude: Math.round(longitude * 100) / 100,
  });
  const find = async (filter: FindProducts) => (await listCards(filter)).products;
  const offerAt = async (name: string, position: typeof nairobi, coverageRadiusMetres = 5000) =>
    makeProduct(await makeFarm({ ...position, coverageRadiusMetres }), { name });

  test('nearest first, with the distance in whole km in a straight line', async () => {
    await offerAt('Mombasa', { latitude: -4.04, longitude: 39.66 });
    await offerAt('Thika', { latitude: -1.03, longitude: 37.07 });
    await offerAt('Westlands', { latitude: -1.27, longitude: 36.81 });
    const offers = await find({ ...nairobi, sort: 'nearest' });
    expect(offers.map(({ name, distanceKm }) => [name, distanceKm])).toEqual([
      ['Westlands', 2],
      ['Thika', 40],
      ['Mombasa', 440],
    ]);
    for (const offer of await find({}))
      expect(offer).toMatchObject({ distanceKm: null, deliversToMe: null });
  });

  test("delivers to me: the farm's circle, drawn around its rounded position, contains mine", async () => {
    const farm = { latitude: -1.2, longitude: 36.8 };
    await offerAt('near', farm, 9000);
    const at = (metres: number) => ({
      latitude: farm.latitude - metres / METRES_PER_DEGREE,
      longitude: farm.longitude,
    });
    for (const sort of ['newest', 'price', 'nearest'] as const) {
      expect(await find({ ...at(8990), deliversToMe: true, sort })).toMatchObject([
        { name: 'near', deliversToMe: true, distanceKm: 9 },
      ]);
      expect(await find({ ...at(9010), deliversToMe: true, sort })).toEqual([]);
    }
    expect(await find(at(9010))).toMatchObject([{ deliversToMe: false }]);
    expect(await find({ ...at(9010), maxDistanceKm: 9 })).toEqual([]);
    expect(await find({ ...at(9010), maxDistanceKm: 10, sort: 'price' })).toHaveLength(1);
  });

  test('any farms, any position: the results are the farms whose circle contains it, by distance', async () => {
    const position = fc.record({
      latitude: fc.double({ min: -1.6, max: -1, noNaN: true }),
      longitude: fc.double({ min: 36.5, max: 37.1, noNaN: true }),
    });
    const radius = fc.integer({ min: 2, max: 250 }).map((hundreds) => hundreds * 100);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(position, radius), { minLength: 1, maxLength: 6 }),
        position,
        async (farms, me) => {
          await openMarket();
          for (const [index, [place, radiusMetres]] of farms.entries())
            await offerAt(String(index), place, radiusMetres);
          const measured = farms.map(([place, radiusMetres], index) => ({
            name: String(index),
            metres: distanceMetres(rounded(place), me),
            radiusMetres,
          }));
          const expected = measured
            .filter(({ metres, radiusMetres }) => metres <= radiusMetres)
            .map(({ name }) => name);
          const delivered = await find({ ...me, deliversToMe: true });
          expect(delivered.map(({ name }) => name).sort()).toEqual(expected.sort());
          const nearest = (await find({ ...me, sort: 'nearest' })).map(
            ({ name }) => measured[Number(name)]?.metres ?? Number.NaN,
          );
          expect(nearest).toEqual(nearest.toSorted((a, b) => a - b));
        },
      ),
      { numRuns: 20 },
    );
  });

  const secret = { latitude: -0.416_912_34, longitude: 36.951_234_56 };
  const contact = { email: 'secret-farmer@shamba.example', ...secret };

  test("F46: public data: a farm's phone, email, address and exact position are in no public answer", async () => {
    const farm = await makeFarm(contact);
    const { id: productId } = await makeProduct(farm, {
      capturedAt: { ...secret, accuracy: 5 },
    });
    const anyone = caller();
    const buyer = await makeBuyer();
    const answers = JSON.stringify([
      await anyone.market.cards({ ...nairobi, sort: 'nearest' }),
      await anyone.market.cards({}),
      await anyone.market.product({ productId, ...nairobi }),
      await anyone.market.facets({}),
      await caller(buyer).buyer.products({ ...nairobi, deliversToMe: false }),
    ]);
    expect(answers).toContain('"isPhotographedOnFarm":true');
    expect(answers).not.toMatch(
      /\+?254\d|secret-farmer|0\.4169|36\.951|Behind the tea factory|latitude|passwordHash/,
    );
  });
});
