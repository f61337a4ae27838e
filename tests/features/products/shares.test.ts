import postgres, { type Sql } from 'postgres';
import type { FindProducts } from '#products/rules/find-products.ts';
import { COUNTS_PER_CLIENT, SEARCHES_PER_CLIENT } from '#products/rules/product-facts.ts';
import { countFacets } from '#products/server/browse.ts';
import {
  caller,
  givenMarket,
  isOnPostgres,
  listCards,
  makeFarm,
  makeProduct,
  market,
  openMarket,
  report,
  tally,
} from '#tests/setup/in-market.ts';
import { testDatabaseUrl } from '#tests/setup/test-database.ts';

const AT_ONCE = 24;
const eager = '203.0.113.7';
const other = '198.51.100.1';
const near = { latitude: -0.42, longitude: 36.95, maxDistanceKm: 1500 };

/** The same query with different filters, so that no answer is shared. */
const variants = (filter: FindProducts) =>
  Array.from({ length: AT_ONCE }, (_, at) => ({ ...filter, maxPrice: 1000 + at }));

/** A locked table makes every query about it wait until the test ends it. */
describe.runIf(isOnPostgres)("E51: one client address's share of the database", () => {
  let sql: Sql;
  let unlock: () => Promise<void>;
  givenMarket();
  beforeEach(async () => {
    await makeProduct(await makeFarm(), { name: 'Maize' });
    sql = postgres(testDatabaseUrl(), { max: 2, onnotice: () => {} });
  });
  afterEach(() => sql.end());

  async function lockTable(name: 'farms' | 'orders') {
    let end = () => {};
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    let holding: Promise<unknown> = Promise.resolve();
    await new Promise<void>((isLocked) => {
      holding = sql.begin(async (tx) => {
        await tx`lock table ${tx(name)} in access exclusive mode`;
        isLocked();
        await mayEnd;
      });
    });
    unlock = async () => {
      end();
      await holding;
    };
  }
  const waitingQueries = async () => {
    const [row] = await sql<{ number: number }[]>`
      select count(*)::int as number from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return row?.number;
  };

  test(`${AT_ONCE} searches at once use ${SEARCHES_PER_CLIENT} connections, and another’s search has its own`, async () => {
    await lockTable('farms');
    const products = (clientAddress: string) => (filter: FindProducts) =>
      listCards(filter, caller({ clientAddress }));
    const asked = variants({ search: 'maize', ...near }).map((filter) => products(eager)(filter));
    await expect.poll(waitingQueries).toBe(SEARCHES_PER_CLIENT);
    const others = products(other)({ search: 'maize' });
    await expect.poll(waitingQueries).toBe(SEARCHES_PER_CLIENT + 1);
    await market.connection.ping();
    await unlock();
    expect((await others).products).toHaveLength(1);
    const answers = await Promise.all(asked);
    report(
      'E51',
      `${AT_ONCE} searches at once of one address, none of which ended: ${SEARCHES_PER_CLIENT} at work in the database, with another's and /readyz answered meanwhile`,
    );
    expect(answers.every((page) => page.products.length === 1)).toBe(true);
  });

  test(`so do ${AT_ONCE} requests for a farm's reviews, which count all of its sales`, async () => {
    const { id: farmId } = await makeFarm();
    await lockTable('orders');
    const reviews = caller({ clientAddress: eager }).market.farmReviews;
    const asked = Array.from({ length: AT_ONCE }, () => reviews({ farmId }));
    await expect.poll(waitingQueries).toBe(SEARCHES_PER_CLIENT);
    // Any further ones would be running by the time this is answered.
    const offered = await listCards({}, caller({ clientAddress: eager }));
    expect(offered.products).toHaveLength(1);
    expect(await waitingQueries()).toBe(SEARCHES_PER_CLIENT);
    await unlock();
    expect((await Promise.all(asked)).every(({ salesCount }) => salesCount === 0)).toBe(true);
  });

  test(`of ${AT_ONCE} counts at once ${COUNTS_PER_CLIENT} runs; the others are left out at once, and it is when it takes too long`, async () => {
    const facets = caller({ clientAddress: eager }).market.facets;
    await lockTable('farms');
    const counts = variants({ search: 'maize', ...near }).map((filter) => facets(filter));
    await expect.poll(waitingQueries).toBe(COUNTS_PER_CLIENT);
    const startedAt = performance.now();
    const answers = await Promise.all(counts);
    const milliseconds = Math.round(performance.now() - startedAt);
    await unlock();
    report(
      'E51',
      `${AT_ONCE} counts at once of one address, none of which ended: ${tally(answers.map(({ leftOut }) => (leftOut ? 'left out' : 'counted')))} after ${milliseconds} ms`,
    );
    for (const answer of answers)
      expect(answer).toEqual({ categories: [], counties: [], leftOut: true });
    expect(milliseconds).toBeLessThan(2000);
    // A left-out count is not cached as an answer.
    const again = await facets({ search: 'maize', ...near, maxPrice: 1000 });
    expect(again).toMatchObject({ leftOut: false, counties: [{ number: 1 }] });
  });
});

test('E51: left-out counts are still made for another client that joined the same query', async () => {
  await openMarket();
  await makeProduct(await makeFarm(), { name: 'Maize' });
  const { db, services } = market;
  let giveUp = (_: null) => {};
  const noPlace = new Promise<null>((resolve) => (giveUp = resolve));
  const eagerCounts = countFacets(() => noPlace, {}, services);
  const counts = countFacets((work) => work(db), {}, services);
  giveUp(null);
  expect(await eagerCounts).toMatchObject({ leftOut: true });
  expect(await counts).toMatchObject({ leftOut: false, counties: [{ number: 1 }] });
});
