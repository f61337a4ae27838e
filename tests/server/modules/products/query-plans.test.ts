import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../../src/server/db/database.ts';
import { getFarm } from '../../../../src/server/modules/farms/get-farm.ts';
import { getProduct } from '../../../../src/server/modules/products/browse.ts';
import { countFacets } from '../../../../src/server/modules/products/catalogue/count-facets.ts';
import { findProducts } from '../../../../src/server/modules/products/catalogue/find-products.ts';
import { listOwnProducts } from '../../../../src/server/modules/products/list-own-products.ts';
import { buyerCategoryNames, productSorts } from '../../../../src/shared/products/categories.ts';
import type { FindProducts } from '../../../../src/shared/products/product.ts';
import { fillDatabase } from '../../../setup/filled-database.ts';
import { START } from '../../../setup/market.ts';
import { report } from '../../../setup/report.ts';
import { isOnPostgres } from '../../../setup/test-database.ts';
import { unheardChanges } from '../../../setup/unheard-changes.ts';

const PRODUCTS = 100_000;
const nairobi = { latitude: -1.2864, longitude: 36.8172 };
const lodwar = { latitude: 3.1191, longitude: 35.5973 };
const words = { 'no word': undefined, 'a common word': 'maize', 'a rare word': 'gooseberr', 'an absent word': 'xylophone' };

type Said = { query: string; params: unknown[] };
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }[];
type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

/** Only a server's planner has a choice worth looking at: the embedded database holds a few thousand rows at most. */
describe.runIf(isOnPostgres)('plans of the catalogue’s queries at 100,000 products', () => {
  let filled: Awaited<ReturnType<typeof fillDatabase>>;
  let sql: Sql;
  let db: Database;
  const said: Said[] = [];
  // Each asks as a process of its own would: what was counted before is not known.
  const services = () => ({ clock: () => START, catalogueChanges: unheardChanges() });

  beforeAll(async () => {
    const start = performance.now();
    const name = `sokoshamba_plans_${process.pid}_${Date.now()}`;
    filled = await fillDatabase(process.env.TEST_DATABASE_URL ?? '', name, {
      products: PRODUCTS,
      now: START,
      everyRowCounted: true,
    });
    const seconds = (performance.now() - start) / 1000;
    report('query plans', `${PRODUCTS} products made in ${seconds.toFixed(1)} s`);
    sql = postgres(filled.url, { max: 1, onnotice: () => {}, connection: { jit: false } });
    db = drizzle(sql, { logger: { logQuery: (query, params) => void said.push({ query, params }) } });
  }, 120_000);
  afterAll(async () => {
    await sql?.end();
    await filled?.drop();
  });

  /** Which of the large tables the queries of a use case would read from end to end. */
  async function tablesReadWhole(ask: () => Promise<unknown>): Promise<string[]> {
    said.length = 0;
    await ask();
    const whole: string[] = [];
    for (const { query, params } of [...said]) {
      const [row] = await sql.unsafe<Explained>(`explain (format json) ${query}`, params as never[]);
      if (!row) throw new Error('Nothing was explained');
      const [{ Plan }] = row['QUERY PLAN'];
      whole.push(
        ...nodesOf(Plan)
          .filter(isWholeRead)
          .map((node) => `${node['Relation Name']}: ${query}`),
      );
    }
    return whole;
  }
  const find = (filter: FindProducts) => tablesReadWhole(() => findProducts(db, filter, services()));

  describe.each(Object.entries(words))('looking for %s', (_, search) => {
    test.each(productSorts)('by %s, in all and each category, from the first page and from a later one', async (sort) => {
      for (const category of [undefined, ...buyerCategoryNames]) {
        const filter = { search, category, sort, ...nairobi };
        expect(await find(filter)).toEqual([]);
        const { nextCursor } = await findProducts(db, filter, services());
        if (nextCursor) expect(await find({ ...filter, cursor: nextCursor })).toEqual([]);
      }
    });

    test.each(productSorts)(
      'by %s, among what is delivered to me, near by, in a county, organic or in a price range',
      async (sort) => {
        for (const place of [nairobi, lodwar]) {
          expect(await find({ search, sort, ...place, deliversToMe: true })).toEqual([]);
          expect(await find({ search, sort, ...place, maxDistanceKm: 30 })).toEqual([]);
        }
        expect(await find({ search, sort, ...nairobi, county: 'Lamu' })).toEqual([]);
        expect(await find({ search, sort, ...nairobi, organic: true })).toEqual([]);
        expect(await find({ search, sort, ...nairobi, minPrice: 500, maxPrice: 520 })).toEqual([]);
      },
    );

    test('counted for the filters', async () => {
      for (const filter of [
        {},
        { category: 'dairy' },
        { county: 'Lamu' },
        { ...nairobi, deliversToMe: true },
      ] as FindProducts[]) {
        expect(await tablesReadWhole(() => countFacets((work) => work(db), { search, ...filter }, services()))).toEqual([]);
      }
    });
  });

  test('a reach that takes in every farm finds what no reach finds, in each order, and reads no table whole', async () => {
    const idsOf = async (filter: FindProducts) => (await findProducts(db, filter, services())).products.map(({ id }) => id);
    for (const search of ['maize', 'gooseberr', undefined]) {
      for (const sort of productSorts) {
        const everywhere = { search, sort, ...nairobi };
        expect(await idsOf({ ...everywhere, maxDistanceKm: 1500 })).toEqual(await idsOf(everywhere));
        expect(await find({ ...everywhere, maxDistanceKm: 1500 })).toEqual([]);
      }
      const count = (filter: FindProducts) => countFacets((work) => work(db), { search, ...filter }, services());
      expect(await count({ ...nairobi, maxDistanceKm: 1500 })).toEqual(await count({}));
    }
    for (const { distanceKm } of (await findProducts(db, { ...lodwar, maxDistanceKm: 400 }, services())).products) {
      expect(distanceKm).toBeLessThanOrEqual(400);
    }
  });

  test.each(productSorts)('what one farm sells, by %s, of a farm with products and of one without', async (sort) => {
    for (const farmId of [77, 999_999]) {
      for (const search of [undefined, 'maize']) expect(await find({ farmId, search, sort, ...nairobi })).toEqual([]);
      expect(await find({ farmId, sort, ...nairobi, category: 'vegetables', maxDistanceKm: 1500 })).toEqual([]);
    }
    expect(await tablesReadWhole(() => countFacets((work) => work(db), { farmId: 77 }, services()))).toEqual([]);
  });

  test('one product, one farm, and a farmer’s own', async () => {
    expect(await tablesReadWhole(() => getProduct(db, { productId: 777, place: nairobi }, services()))).toEqual([]);
    expect(await tablesReadWhole(() => getFarm(db, { farmId: 77 }))).toEqual([]);
    expect(await tablesReadWhole(() => listOwnProducts(db, { farmerId: 77, search: 'maize' }, services()))).toEqual([]);
  });
});

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const isWholeRead = (node: Plan) =>
  node['Node Type'].endsWith('Seq Scan') && ['products', 'farms'].includes(node['Relation Name'] ?? '');
