import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  buyerCategories,
  buyerCategoryNames,
  categories,
  isBuyerCategory,
  productSorts,
} from '#features/products/rules/categories.ts';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import type { ListOwnProducts } from '#features/products/rules/product.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { listCards } from '#tests/setup/answers/list-cards.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';

const RUNS = Number(process.env.HOSTILE_FILTERS ?? 300);
const counties = ['Nyeri', 'Kilifi', 'Kisumu'] as const;
const pins = [
  { latitude: -0.4169, longitude: 36.951 },
  { latitude: -3.6305, longitude: 39.8499 },
  { latitude: -0.0917, longitude: 34.768 },
];
const names = ['Sukuma wiki', 'Maize 100%', 'maize_flour', 'Ng\u2019ombe\\milk'] as const;
const OFFERED_PER_FARM = 12;

const secrets = [
  { deletedAt: new Date('2026-03-01T00:00:00Z') },
  { hiddenAt: new Date('2026-03-01T00:00:00Z') },
  { status: 'expired' as const },
  { quantity: 0 },
  { expiryDate: '2026-03-01' },
];

type Farm = Awaited<ReturnType<typeof makeFarm>>;
type Row = Awaited<ReturnType<typeof makeProduct>> & {
  farmerId: number;
  county: string;
  isOffered: boolean;
  isDeleted: boolean;
};
type Page = { products: { id: number }[]; nextCursor: string | null };

/** Mostly left out: with every filter set at once hardly anything would match. */
const some = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const search = fc.oneof(
  fc
    .constantFrom(...names)
    .chain((name) => fc.nat(name.length).map((at) => name.slice(at, at + 4))),
  fc.constantFrom('%', '_', '\\', "' or true --", '') as fc.Arbitrary<string>,
);
/** A cursor of another list or another farmer: a cursor is only text, and anyone can write one. */
const cursorIn = (list: string, length: number) =>
  fc
    .array(fc.nat(100_000), { minLength: length, maxLength: length })
    .map((values) => Buffer.from(JSON.stringify([list, ...values])).toString('base64url'));

describe("B19: no list shows a stranger's row, however it is filtered and sorted", () => {
  let market: Market;
  let farms: Farm[];
  let buyerToken: string;
  let rows: Row[];

  beforeAll(async () => {
    market = await makeMarket();
    buyerToken = (await makeBuyer(market)).token;
    farms = [];
    rows = [];
    for (const [at, county] of counties.entries()) {
      const farm = await makeFarm(market, { county, ...pins[at], coverageRadiusMetres: 25_000 });
      farms.push(farm);
      for (let number = 0; number < OFFERED_PER_FARM + secrets.length; number++)
        rows.push(await list(farm, county, number));
    }
  });

  /** A farm's nth product: all farms list the same, so that they differ only in their owner. */
  async function list(farm: Farm, county: string, number: number): Promise<Row> {
    const product = await makeProduct(market, farm, {
      name: names[number % names.length] ?? '',
      category: categories[number % categories.length] ?? 'Other',
      price: 10 + (number % 5) * 10,
      unit: number % 2 ? 'kg' : 'bags',
      netWeightKg: number % 3 ? 50 : null,
      isOrganic: number % 2 === 0,
    });
    const secret = secrets[number - OFFERED_PER_FARM];
    if (secret) await changeProduct(market, product.id, secret);
    return {
      ...product,
      farmerId: farm.id,
      county,
      isOffered: !secret,
      isDeleted: Boolean(secret && 'deletedAt' in secret),
    };
  }

  async function readAll(
    read: (cursor?: string) => Promise<Page>,
    cursor?: string,
  ): Promise<number[]> {
    const { products, nextCursor } = await read(cursor);
    return [
      ...products.map(({ id }) => id),
      ...(nextCursor ? await readAll(read, nextCursor) : []),
    ];
  }

  const holds = ({ name, description }: Row, sought = '') =>
    [name, description].some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()));

  test(`a farmer's list contains their own products that are not deleted, and nothing else (${RUNS} inputs)`, async () => {
    const input = fc.record({
      search: some(search),
      category: some(fc.constantFrom(...categories)),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(counties.length - 1),
        input,
        async (whose, filter: ListOwnProducts) => {
          const farm = farms[whose] as Farm;
          const own = market.caller({ token: farm.token }).farmer.products;
          const expected = rows.filter(
            (row) =>
              row.farmerId === farm.id &&
              !row.isDeleted &&
              holds(row, filter.search) &&
              (!filter.category || row.category === filter.category),
          );
          const shown = await readAll((cursor) => own.list({ ...filter, cursor }));
          expect(shown).toEqual(expected.map(({ id }) => id).reverse());
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("a cursor from another farmer's list continues in the caller's own list", async () => {
    const [mine, ...others] = farms as [Farm, ...Farm[]];
    const own = market.caller({ token: mine.token }).farmer.products;
    const theirIds = new Set(
      rows.filter(({ farmerId }) => others.some(({ id }) => id === farmerId)).map(({ id }) => id),
    );
    await fc.assert(
      fc.asyncProperty(cursorIn('own', 1), async (cursor) => {
        const shown = await readAll((at) => own.list({ cursor: at }), cursor);
        expect(shown.filter((id) => theirIds.has(id))).toEqual([]);
      }),
      { numRuns: 50 },
    );
    const behindAll = Buffer.from(JSON.stringify(['own', 100_000])).toString('base64url');
    expect(await readAll((at) => own.list({ cursor: at }), behindAll)).toHaveLength(
      OFFERED_PER_FARM + secrets.length - 1,
    );
  });

  const filter = fc
    .record({
      search: some(search),
      category: some(fc.constantFrom(...buyerCategoryNames)),
      organic: some(fc.boolean()),
      county: some(fc.constantFrom(...counties)),
      minPrice: some(fc.integer({ min: 0, max: 60 })),
      maxPrice: some(fc.integer({ min: 0, max: 60 })),
      place: some(
        fc.record({
          latitude: fc.double({ min: -2, max: 1, noNaN: true }),
          longitude: fc.constantFrom(36.82, 37.9),
        }),
      ),
      deliversToMe: some(fc.boolean()),
      maxDistanceKm: some(fc.integer({ min: 1, max: 400 })),
      sort: some(fc.constantFrom(...productSorts)),
    })
    .map(({ place, deliversToMe, maxDistanceKm, sort, ...others }): FindProducts => {
      if (place) return { ...others, ...place, deliversToMe, maxDistanceKm, sort };
      return { ...others, sort: sort === 'nearest' ? undefined : sort };
    });

  const mayBeShown = (
    row: Row,
    { search: sought, category, organic, county, minPrice = 0, maxPrice = Infinity }: FindProducts,
  ) =>
    row.isOffered &&
    holds(row, sought) &&
    (!category ||
      !isBuyerCategory(category) ||
      (buyerCategories[category] as readonly string[]).includes(row.category)) &&
    (!organic || row.isOrganic) &&
    (!county || row.county === county) &&
    row.price >= minPrice &&
    row.price <= maxPrice;

  test.each(['market', 'buyer'] as const)(
    `%s.products contains offered products that match, and nothing else (${RUNS} inputs)`,
    async (audience) => {
      let seen = 0;
      await fc.assert(
        fc.asyncProperty(filter, async (input) => {
          const allowed = rows.filter((row) => mayBeShown(row, input)).map(({ id }) => id);
          const caller = market.caller({ token: buyerToken });
          const shown = await readAll((cursor) =>
            audience === 'buyer'
              ? caller.buyer.products({ ...input, cursor })
              : listCards(market, { ...input, cursor }, caller),
          );
          seen += shown.length;
          expect(shown.filter((id) => !allowed.includes(id))).toEqual([]);
          expect(new Set(shown).size).toBe(shown.length);
          if (!input.deliversToMe && input.maxDistanceKm === undefined) {
            const priced =
              input.sort === 'pricePerKg'
                ? rows.filter(({ pricePerKg }) => pricePerKg !== null).map(({ id }) => id)
                : allowed;
            expect(shown).toEqual(
              expect.arrayContaining(allowed.filter((id) => priced.includes(id))),
            );
          }
        }),
        { numRuns: RUNS },
      );
      expect(seen).toBeGreaterThan(RUNS);
    },
  );

  test.each(productSorts)(
    'no cursor for the order %s reveals a product that is not offered',
    async (sort) => {
      const offered = rows.filter(({ isOffered }) => isOffered).map(({ id }) => id);
      const place = sort === 'nearest' ? { latitude: -1.29, longitude: 36.82 } : {};
      await fc.assert(
        fc.asyncProperty(cursorIn(sort, 2), async (cursor) => {
          const shown = await readAll(
            (at) => listCards(market, { ...place, sort, cursor: at }),
            cursor,
          );
          expect(shown.filter((id) => !offered.includes(id))).toEqual([]);
        }),
        { numRuns: 50 },
      );
    },
  );
});
