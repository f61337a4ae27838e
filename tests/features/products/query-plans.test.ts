import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFarm } from '#features/farms/server/get-farm.ts';
import { buyerCategoryNames, productSorts } from '#features/products/rules/categories.ts';
import type { FindProducts } from '#features/products/rules/find-products.ts';
import { getProduct } from '#features/products/server/browse.ts';
import { countFacets } from '#features/products/server/catalogue/count-facets.ts';
import {
  findCards,
  findCardsNearby,
  findProducts,
} from '#features/products/server/catalogue/find-products.ts';
import { listCropOffers } from '#features/products/server/list-crop-offers.ts';
import { listOwnProducts } from '#features/products/server/list-own-products.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  type Explained,
  isWholeRead,
  openPlans,
  type Plans,
} from '#tests/setup/database/query-plans.ts';
import { unheardChanges } from '#tests/setup/database/unheard-changes.ts';
import { START } from '#tests/setup/market.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

const PRODUCTS = 100_000;
const nairobi = { latitude: -1.2864, longitude: 36.8172 };
const lodwar = { latitude: 3.1191, longitude: 35.5973 };
const words = {
  'no word': undefined,
  'a common crop': 'maize',
  'a crop by another name': 'viazi vitamu',
  'a rare crop': 'gooseberr',
  'an absent word': 'xylophone',
};

/**
 * Only a server's planner has a choice worth looking at: the embedded database holds a few thousand
 * rows at most.
 */
describe.runIf(isOnPostgres)('plans of the catalogue’s queries at 100,000 products', () => {
  let plans: Plans;
  let db: Database;
  beforeAll(async () => {
    plans = await openPlans(PRODUCTS);
    db = plans.db;
  }, 120_000);
  afterAll(() => plans?.close());

  const tablesReadWhole = (ask: () => Promise<unknown>) => plans.tablesReadWhole(ask);
  const saidBy = (ask: () => Promise<unknown>) => plans.saidBy(ask);
  const planOnce = () => plans.planOnce();
  // Each asks as a process of its own would: what was counted before is not known.
  const services = () => ({ clock: () => START, catalogueChanges: unheardChanges() });

  const find = (filter: FindProducts) =>
    tablesReadWhole(() => findProducts(db, filter, services()));

  describe.each(Object.entries(words))('looking for %s', (_, search) => {
    test.each(productSorts)(
      'by %s, in all and each category, from the first page and from a later one',
      async (sort) => {
        for (const category of [undefined, ...buyerCategoryNames]) {
          const filter = { search, category, sort, ...nairobi };
          expect(await find(filter)).toEqual([]);
          const { nextCursor } = await findProducts(db, filter, services());
          if (nextCursor) expect(await find({ ...filter, cursor: nextCursor })).toEqual([]);
        }
      },
    );

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
        expect(
          await tablesReadWhole(() =>
            countFacets((work) => work(db), { search, ...filter }, services()),
          ),
        ).toEqual([]);
      }
    });
  });

  test('a reach that takes in every farm finds what no reach finds, in each order, and reads no table whole', async () => {
    const idsOf = async (filter: FindProducts) =>
      (await findProducts(db, filter, services())).products.map(({ id }) => id);
    for (const search of ['maize', 'gooseberr', undefined]) {
      for (const sort of productSorts) {
        const everywhere = { search, sort, ...nairobi };
        expect(await idsOf({ ...everywhere, maxDistanceKm: 1500 })).toEqual(
          await idsOf(everywhere),
        );
        expect(await find({ ...everywhere, maxDistanceKm: 1500 })).toEqual([]);
      }
      const count = (filter: FindProducts) =>
        countFacets((work) => work(db), { search, ...filter }, services());
      expect(await count({ ...nairobi, maxDistanceKm: 1500 })).toEqual(await count({}));
    }
    for (const { distanceKm } of (
      await findProducts(db, { ...lodwar, maxDistanceKm: 400 }, services())
    ).products) {
      expect(distanceKm).toBeLessThanOrEqual(400);
    }
  });

  describe('lists of cards, which are planned once', () => {
    const sorts = productSorts.filter((sort) => sort !== 'nearest');
    /**
     * Found in the sample, among the first 8,000, and by the trigram index alone; nothing; and a
     * farm's name.
     */
    const searches = ['maize', 'vanilla', 'capsicum', 'gooseberr', 'xylophone', 'Baraka'];

    test.each(sorts)(
      'by %s find what a plan for their own values finds, on the first page and on later ones',
      async (sort) => {
        for (const search of [undefined, ...searches]) {
          for (const category of [undefined, 'vegetables', 'other'] as const) {
            let cursor: string | undefined;
            for (let page = 0; page < 3; page++) {
              const filter = { search, category, sort, cursor };
              const { products, nextCursor } = await findProducts(db, filter, services());
              const cards = await findCards(db, filter, services());
              expect(cards.products.id ?? []).toEqual(products.map(({ id }) => id));
              expect(cards.nextCursor).toBe(nextCursor);
              if (!nextCursor) break;
              cursor = nextCursor;
            }
          }
        }
      },
    );

    test.each(sorts)(
      'by %s read no table whole and sort no more than a word’s hits, whatever the words',
      async (sort) => {
        const planningOnce = planOnce();
        const cursor = (await findProducts(db, { sort }, services())).nextCursor ?? undefined;
        for (const search of [undefined, 'maize']) {
          for (const category of [undefined, 'other'] as const) {
            for (const at of [undefined, cursor]) {
              const statements = await saidBy(() =>
                findCards(db, { search, category, sort, cursor: at }, services()),
              );
              expect(statements).toHaveLength(1);
              const nodes = await planningOnce.nodesOf(statements[0]);
              expect(nodes.filter(isWholeRead)).toEqual([]);
              // The order comes from an index, which for a small category has it as its first
              // column.
              const walked = nodes.flatMap((node) =>
                node['Node Type'] === 'Index Scan' ? [node['Index Name']] : [],
              );
              expect(walked).toContain(orderIndexes[sort][category ? 1 : 0]);
            }
          }
        }
        await planningOnce.end();
      },
    );
  });

  describe('cards nearby, which are planned once', () => {
    const places = { nairobi, lodwar };
    const asked = [
      {},
      { deliversToMe: true },
      { maxDistanceKm: 30 },
      { category: 'vegetables' },
      { category: 'other' },
    ] as const;

    test.each(Object.entries(places))(
      'near %s are what a plan for their own values finds, page by page',
      async (_, place) => {
        let pagesNearby = 0;
        for (const filter of asked) {
          let cursor: string | undefined;
          for (let page = 0; page < 3; page++) {
            const input = { ...filter, ...place, cursor, sort: 'nearest' } as const;
            const { products, nextCursor } = await findProducts(db, input, services());
            const cards = await findCardsNearby(db, input, services());
            if (cards) {
              pagesNearby += 1;
              expect(cards.products.id ?? []).toEqual(products.map(({ id }) => id));
              expect(cards.nextCursor).toBe(nextCursor);
            }
            if (!nextCursor) break;
            cursor = nextCursor;
          }
        }
        expect(pagesNearby).toBeGreaterThan(asked.length);
      },
    );

    test('read no table whole, and no more offers than fill the page', async () => {
      const planningOnce = planOnce();
      const cursor =
        (await findProducts(db, { ...nairobi, sort: 'nearest' }, services())).nextCursor ??
        undefined;
      for (const filter of asked) {
        for (const at of [undefined, cursor]) {
          const [statement] = await saidBy(() =>
            findCardsNearby(db, { ...filter, ...nairobi, cursor: at, sort: 'nearest' }, services()),
          );
          const nodes = await planningOnce.nodesOf(statement);
          expect(nodes.filter(isWholeRead)).toEqual([]);
          const walked = nodes.flatMap((node) =>
            node['Node Type'] === 'Index Scan' ? [node['Index Name']] : [],
          );
          expect(walked).toEqual(
            expect.arrayContaining(['farms_sphere', 'products_offered_farmer']),
          );
        }
      }
      await planningOnce.end();
    });
  });

  test.each(productSorts)(
    'what one farm sells, by %s, of a farm with products and of one without',
    async (sort) => {
      for (const farmId of [77, 999_999]) {
        for (const search of [undefined, 'maize'])
          expect(await find({ farmId, search, sort, ...nairobi })).toEqual([]);
        expect(
          await find({ farmId, sort, ...nairobi, category: 'vegetables', maxDistanceKm: 1500 }),
        ).toEqual([]);
      }
      expect(
        await tablesReadWhole(() => countFacets((work) => work(db), { farmId: 77 }, services())),
      ).toEqual([]);
    },
  );

  test('a crop’s offers from other farms, near a place and the cheapest, of a common crop, a rare one and one that nobody sells', async () => {
    for (const crop of ['maize', 'tomato', 'cape-gooseberry', 'leek']) {
      for (const place of [undefined, nairobi, lodwar]) {
        const ask = () => listCropOffers(db, { crop, productId: 777, place }, services());
        expect(await tablesReadWhole(ask)).toEqual([]);
        // Without a place they come in the order of their index, however many there are.
        const cheapest = place ? [] : plans.said.filter(({ query }) => query.includes('compared'));
        expect(cheapest).toHaveLength(place ? 0 : 1);
        for (const { query, params } of cheapest) {
          const [row] = await plans.sql.unsafe<Explained>(
            `explain (format json) ${query}`,
            params as never[],
          );
          expect(JSON.stringify(row)).toContain('products_offered_crop_price');
        }
      }
    }
  });

  test('one product, one farm, and a farmer’s own', async () => {
    expect(
      await tablesReadWhole(() => getProduct(db, { productId: 777, place: nairobi }, services())),
    ).toEqual([]);
    expect(await tablesReadWhole(() => getFarm(db, { farmId: 77 }))).toEqual([]);
    expect(
      await tablesReadWhole(() =>
        listOwnProducts(db, { farmerId: 77, search: 'maize' }, services()),
      ),
    ).toEqual([]);
  });
});

const orderIndexes = {
  newest: ['products_offered_round', 'products_offered_category_round'],
  price: ['products_offered_price', 'products_offered_category_price'],
  pricePerKg: ['products_offered_price_per_kg', 'products_offered_category_price_per_kg'],
};
