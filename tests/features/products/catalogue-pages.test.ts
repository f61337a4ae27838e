import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { productSorts } from '#features/products/rules/categories.ts';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { PAGE_SIZE } from '#features/products/rules/limits.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { call } from '#tests/setup/rest.ts';

const place = { latitude: -1.29, longitude: 36.82 };
const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('the pages of the catalogue', () => {
  let market: Market;
  beforeEach(async () => {
    market = await makeMarket();
  });
  const find = (filter: FindProducts) => listCards(market, filter);
  type Offer = Awaited<ReturnType<typeof find>>['products'][number];

  /** Reads page after page; `between` runs after each. */
  async function readAll(
    filter: FindProducts,
    between: () => Promise<void> = async () => {},
  ): Promise<Offer[]> {
    const offers: Offer[] = [];
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 20; pages++) {
      const page: Awaited<ReturnType<typeof find>> = await find({
        ...filter,
        ...(cursor && { cursor }),
      });
      expect(page.products.length).toBeLessThanOrEqual(PAGE_SIZE);
      offers.push(...page.products);
      cursor = page.nextCursor;
      await between();
    }
    return offers;
  }

  /** Offers with few prices and few places, so that many share one. */
  async function fill(prices: number[]) {
    const farms = [];
    for (const longitude of [36.82, 36.82, 36.9, 37.4])
      farms.push(
        await makeFarm(market, { latitude: -1.28, longitude, coverageRadiusMetres: 25_000 }),
      );
    for (const [index, price] of prices.entries()) {
      await makeProduct(market, farms[index % farms.length] ?? { id: 0 }, {
        name: String(index),
        price,
        unit: index % 2 ? 'kg' : 'bags',
        netWeightKg: 50,
      });
    }
    return farms;
  }

  const keys: Record<(typeof productSorts)[number], (offer: Offer) => number> = {
    // Its order depends on listing rounds, which the next test covers.
    newest: () => 0,
    price: ({ price }) => price,
    pricePerKg: ({ pricePerKg }) => pricePerKg ?? Number.NaN,
    nearest: ({ distanceKm }) => distanceKm ?? Number.NaN,
  };

  test.each(productSorts)(
    'sorted by %s, every offer appears once, in order, while others come and go',
    async (sort) => {
      const price = fc.integer({ min: 1, max: 4 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(price, { minLength: 1, maxLength: 3 * PAGE_SIZE }),
          price,
          async (prices, newPrice) => {
            market = await makeMarket();
            const [farm] = await fill(prices);
            const before = new Set(prices.map((_, index) => String(index)));
            const offers = await readAll({ ...place, sort }, async () => {
              await makeProduct(market, farm ?? { id: 0 }, { name: 'new', price: newPrice });
            });
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
    await changeProduct(market, products.at(-1)?.id ?? 0, { deletedAt: new Date() });
    expect((await find({ sort: 'price', cursor: nextCursor ?? '' })).products).toHaveLength(5);
  });

  test('offers without a price per kg are left out of that order', async () => {
    const farm = await makeFarm(market);
    await makeProduct(market, farm, { name: 'crate', unit: 'crates' });
    await makeProduct(market, farm, { name: 'bag', unit: 'bags', netWeightKg: 90, price: 4500 });
    await makeProduct(market, farm, { name: 'loose', unit: 'kg', price: 49.9 });
    const { products } = await find({ sort: 'pricePerKg' });
    expect(products.map(({ name, pricePerKg }) => [name, pricePerKg])).toEqual([
      ['loose', 49.9],
      ['bag', 50],
    ]);
  });

  const brokenCursors = [
    'x',
    '%%%',
    cursorOf(null),
    cursorOf({ length: 2 }),
    cursorOf([]),
    cursorOf(['newest']),
    cursorOf(['newest', 5]),
    cursorOf(['newest', 1, '5']),
    cursorOf(['newest', 1, null]),
    cursorOf(['newest', 1, 1.5]),
    cursorOf(['newest', 2 ** 31, 1]),
    cursorOf(['newest', 1, 1e308]),
    cursorOf(['newest', 1, 2, 3]),
    cursorOf(['price', 1]),
    cursorOf(['newest', 1, [1]]),
    'a'.repeat(201),
  ];
  test.each(productSorts)('a broken cursor is a 400, sorted by %s', async (sort) => {
    for (const cursor of brokenCursors) {
      const input = encodeURIComponent(JSON.stringify({ ...place, sort, cursor }));
      const { status } = await call(market, `/trpc/market.products?input=${input}`);
      expect([cursor, status]).toEqual([cursor, 400]);
    }
  });

  test("one order's cursor is refused by another", async () => {
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
});
