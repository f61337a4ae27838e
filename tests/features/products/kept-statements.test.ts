import { sql } from 'drizzle-orm';
import { type FindProducts, findProductsInput } from '#products/rules/find-products.ts';
import { productSorts } from '#products/rules/product-facts.ts';
import { countFacets } from '#products/server/browse.ts';
import { findCards, findProducts } from '#products/server/catalogue/find-products.ts';
import type { Connection } from '#server/database.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { unheardChanges } from '#tests/setup/database/unheard-changes.ts';
import { countRows } from '#tests/setup/rows.ts';
import { emptyTestDatabase, isOnPostgres, testDatabaseUrl } from '#tests/setup/test-database.ts';

/** Each takes 80 kB of every connection's memory. */
const KEPT_MAX = 150;

const filters: FindProducts[] = [
  { search: 'maize' },
  { category: 'grains' },
  { organic: true },
  { county: 'Nakuru' },
  { minPrice: 1 },
  { maxPrice: 500 },
];
const here = { latitude: -1.3, longitude: 36.8 };
const places: FindProducts[] = [
  {},
  here,
  { ...here, maxDistanceKm: 5 },
  { ...here, deliversToMe: true },
];

const everyInput = filters
  .reduce<FindProducts[]>(
    (inputs, filter) => inputs.concat(inputs.map((input) => ({ ...input, ...filter }))),
    [{}],
  )
  .flatMap((input) =>
    places.flatMap((place) => productSorts.map((sort) => ({ ...input, ...place, sort }))),
  )
  .filter((input) => findProductsInput.safeParse(input).success)
  // Without a place, "best" is "newest" (browse.ts).
  .filter(({ sort, latitude }) => sort !== 'best' || latitude !== undefined);

describe.runIf(isOnPostgres)('prepared statements of a connection', () => {
  let connection: Connection;
  beforeAll(async () => {
    await emptyTestDatabase();
    connection = await connectPostgres(testDatabaseUrl(), {
      pools: { queries: 1, transactions: 1 },
    });
  });
  afterAll(() => connection.close());

  test('stay few, whatever the catalogue is asked', async () => {
    const services = {
      clock: () => new Date('2026-03-02T06:00:00Z'),
      catalogueChanges: unheardChanges(),
    };
    const keptOf = () =>
      countRows(connection.db, 'pg_prepared_statements', sql`statement like '%"products"%'`);
    await findProducts(connection.db, { search: 'maize', category: 'grains' }, services);
    expect(await keptOf()).toBe(1);
    for (const input of everyInput) {
      await findProducts(connection.db, input, services);
      await findCards(connection.db, input, services);
      if (input.sort === 'newest')
        await countFacets((work) => work(connection.db), input, services);
    }
    expect(everyInput.length).toBeGreaterThan(900);
    expect(await keptOf()).toBeLessThanOrEqual(KEPT_MAX);
  });
});
