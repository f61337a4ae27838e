import fc from 'fast-check';
import type { FindProducts } from '#products/rules/find-products.ts';
import {
  buyerCategories,
  buyerCategoryNames,
  categories,
  isBuyerCategory,
  productSorts,
} from '#products/rules/product-facts.ts';
import {
  caller,
  changeProduct,
  type Farm,
  givenOneMarket,
  listCards,
  makeBuyer,
  makeFarm,
  makeProduct,
  market,
} from '#tests/setup/in-market.ts';

const RUNS = Number(process.env.HOSTILE_FILTERS ?? 300);
const counties = ['Nyeri', 'Kilifi', 'Kisumu'] as const;
const pins = [
  { latitude: -0.4169, longitude: 36.951 },
  { latitude: -3.6305, longitude: 39.8499 },
  { latitude: -0.0917, longitude: 34.768 },
];
const names = ['Sukuma wiki', 'Maize 100%', 'maize_flour', 'Ng\u2019ombe\\milk'] as const;
const OFFERED_PER_FARM = 12;

const then = new Date('2026-03-01T00:00:00Z');
const secrets = [
  { deletedAt: then },
  { hiddenAt: then },
  { status: 'expired' as const },
  { quantity: 0 },
  { expiryDate: '2026-03-01' },
];

type Row = Awaited<ReturnType<typeof makeProduct>> & {
  farmerId: number;
  county: string;
  isOffered: boolean;
  isDeleted: boolean;
};
type Page = { products: { id: number }[]; nextCursor: string | null };

const some = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });
const search = fc.oneof(
  fc
    .constantFrom(...names)
    .chain((name) => fc.nat(name.length).map((at) => name.slice(at, at + 4))),
  fc.constantFrom('%', '_', '\\', "' or true --", '') as fc.Arbitrary<string>,
);
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/['\u2019]/g, '')
    .match(/[a-z0-9]+/g) ?? [];
const cursorOf = (...values: unknown[]) =>
  Buffer.from(JSON.stringify(values)).toString('base64url');
const cursorIn = (list: string, length: number) =>
  fc
    .array(fc.nat(100_000), { minLength: length, maxLength: length })
    .map((values) => cursorOf(list, ...values));

let farms: Farm[];
let buyerToken: string;
let rows: Row[];

givenOneMarket();
beforeAll(async () => {
  buyerToken = (await makeBuyer()).token;
  [farms, rows] = [[], []];
  for (const [at, county] of counties.entries()) {
    const farm = await makeFarm({ county, ...pins[at], coverageRadiusMetres: 25_000 });
    farms.push(farm);
    for (let number = 0; number < OFFERED_PER_FARM + secrets.length; number++)
      rows.push(await list(farm, county, number));
  }
});

async function list(farm: Farm, county: string, number: number): Promise<Row> {
  const product = await makeProduct(farm, {
    name: names[number % names.length] ?? '',
    category: categories[number % categories.length] ?? 'Other',
    price: 10 + (number % 5) * 10,
    unit: number % 2 ? 'kg' : 'bags',
    netWeightKg: number % 3 ? 50 : null,
    isOrganic: number % 2 === 0,
  });
  const secret = secrets[number - OFFERED_PER_FARM];
  if (secret) await changeProduct(product.id, secret);
  return {
    ...product,
    farmerId: farm.id,
    county,
    isOffered: !secret,
    isDeleted: Boolean(secret && 'deletedAt' in secret),
  };
}

async function readAll(read: (cursor?: string) => Promise<Page>, first?: string) {
  const ids: number[] = [];
  for (let cursor = first, isFirst = true; isFirst || cursor; isFirst = false) {
    const { products, nextCursor } = await read(cursor);
    ids.push(...products.map(({ id }) => id));
    cursor = nextCursor ?? undefined;
  }
  return ids;
}

const holds = ({ name, description }: Row, sought = '') => {
  const text = wordsOf(`${name} \n ${description}`).join(' ');
  const words = wordsOf(sought);
  return sought.trim() === '' || (words.length > 0 && words.every((word) => text.includes(word)));
};

test(`B19: a farmer's list contains their own products that are not deleted, and nothing else (${RUNS} inputs)`, async () => {
  const input = fc.record({
    whose: fc.nat(counties.length - 1),
    search: some(search),
    category: some(fc.constantFrom(...categories)),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ whose, ...filter }) => {
      const farm = farms[whose] as Farm;
      const own = caller(farm).farmer.products;
      const expected = rows.filter(
        (row) =>
          row.farmerId === farm.id &&
          !row.isDeleted &&
          holds(row, filter.search) &&
          (!filter.category || row.category === filter.category),
      );
      const shown = await readAll((cursor) => own.list({ ...filter, cursor }));
      expect(shown).toEqual(expected.map(({ id }) => id).reverse());
    }),
    { numRuns: RUNS },
  );
});

test("B19: a cursor from another farmer's list continues in the caller's own list", async () => {
  const mine = farms[0] as Farm;
  const own = caller(mine).farmer.products;
  const readFrom = (first: string) => readAll((cursor) => own.list({ cursor }), first);
  const others = new Set(rows.filter((row) => row.farmerId !== mine.id).map(({ id }) => id));
  await fc.assert(
    fc.asyncProperty(cursorIn('own', 1), async (cursor) => {
      expect((await readFrom(cursor)).filter((id) => others.has(id))).toEqual([]);
    }),
    { numRuns: 50 },
  );
  const all = OFFERED_PER_FARM + secrets.length - 1;
  expect(await readFrom(cursorOf('own', 100_000))).toHaveLength(all);
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
  (row.pricePerKg ?? row.price) >= minPrice &&
  (row.pricePerKg ?? row.price) <= maxPrice;

test.each(['market', 'buyer'] as const)(
  `B19: %s.products contains offered products that match, and nothing else (${RUNS} inputs)`,
  async (audience) => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (input) => {
        const allowed = rows.filter((row) => mayBeShown(row, input)).map(({ id }) => id);
        const caller = market.caller({ token: buyerToken });
        const shown = await readAll((cursor) =>
          audience === 'buyer'
            ? caller.buyer.products({ ...input, cursor })
            : listCards({ ...input, cursor }, caller),
        );
        seen += shown.length;
        expect(shown.filter((id) => !allowed.includes(id))).toEqual([]);
        expect(new Set(shown).size).toBe(shown.length);
        if (input.deliversToMe || input.maxDistanceKm !== undefined) return;
        const isListed = ({ id, pricePerKg }: Row) =>
          allowed.includes(id) && (input.sort !== 'pricePerKg' || pricePerKg !== null);
        const listed = rows.filter(isListed).map(({ id }) => id);
        expect(shown).toEqual(expect.arrayContaining(listed));
      }),
      { numRuns: RUNS },
    );
    expect(seen).toBeGreaterThan(RUNS);
  },
);

test.each(productSorts)(
  'B19: no cursor for the order %s reveals a product that is not offered',
  async (sort) => {
    const offered = rows.filter(({ isOffered }) => isOffered).map(({ id }) => id);
    const place =
      sort === 'nearest' || sort === 'best' ? { latitude: -1.29, longitude: 36.82 } : {};
    await fc.assert(
      fc.asyncProperty(cursorIn(sort, sort === 'best' ? 4 : 2), async (cursor) => {
        const read = (at?: string) => listCards({ ...place, sort, cursor: at });
        const shown = await readAll(read, cursor);
        expect(shown.filter((id) => !offered.includes(id))).toEqual([]);
      }),
      { numRuns: 50 },
    );
  },
);
