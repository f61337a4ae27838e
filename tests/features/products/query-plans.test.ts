import { getFarm } from '#farms/server/own-farm.ts';
import type { FindProducts } from '#products/rules/find-products.ts';
import { buyerCategoryNames, productSorts } from '#products/rules/product-facts.ts';
import { countFacets, getProduct, listCropOffers } from '#products/server/browse.ts';
import {
  findCards,
  findCardsNearby,
  findProducts,
} from '#products/server/catalogue/find-products.ts';
import { listOwnProducts } from '#products/server/list-own-products.ts';
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

/** The embedded database holds too few rows for its plans to matter. */
describe.runIf(isOnPostgres)('plans of the catalogue’s queries at 100,000 products', () => {
  let plans: Plans;
  let db: Database;
  beforeAll(async () => {
    plans = await openPlans(PRODUCTS);
    db = plans.db;
  }, 120_000);
  afterAll(() => plans?.close());

  // Each asks as a process of its own would: what was counted before is not known.
  const services = () => ({ clock: () => START, catalogueChanges: unheardChanges() });
  const find = (filter: FindProducts) => findProducts(db, filter, services());
  const count = (filter: FindProducts) => countFacets((work) => work(db), filter, services());
  const expectNoWholeRead = async (ask: () => Promise<unknown>) =>
    expect(await plans.tablesReadWhole(ask)).toEqual([]);
  const expectQuickFind = (filter: FindProducts) => expectNoWholeRead(() => find(filter));
  type PlanNode = Awaited<ReturnType<ReturnType<Plans['planOnce']>['nodesOf']>>[number];
  const indexesOf = (nodes: PlanNode[]) =>
    nodes.flatMap((node) => (node['Node Type'] === 'Index Scan' ? [node['Index Name']] : []));

  describe.each(Object.entries(words))('looking for %s', (_, search) => {
    test.each(productSorts)(
      'by %s, in all and each category, from the first page and from a later one',
      async (sort) => {
        for (const category of [undefined, ...buyerCategoryNames]) {
          const filter = { search, category, sort, ...nairobi };
          await expectQuickFind(filter);
          const { nextCursor } = await find(filter);
          if (nextCursor) await expectQuickFind({ ...filter, cursor: nextCursor });
        }
      },
    );

    test.each(productSorts)(
      'by %s, among what is delivered to me, near by, in a county, organic or in a price range',
      async (sort) => {
        for (const filter of [
          { ...nairobi, deliversToMe: true },
          { ...lodwar, deliversToMe: true },
          { ...nairobi, maxDistanceKm: 30 },
          { ...lodwar, maxDistanceKm: 30 },
          { ...nairobi, county: 'Lamu' },
          { ...nairobi, organic: true },
          { ...nairobi, minPrice: 500, maxPrice: 520 },
        ] as FindProducts[])
          await expectQuickFind({ search, sort, ...filter });
      },
    );

    test('counted for the filters', async () => {
      for (const filter of [
        {},
        { category: 'dairy' },
        { county: 'Lamu' },
        { ...nairobi, deliversToMe: true },
      ] as FindProducts[])
        await expectNoWholeRead(() => count({ search, ...filter }));
    });
  });

  test('a reach that takes in every farm finds what no reach finds, in each order, and reads no table whole', async () => {
    const idsOf = async (filter: FindProducts) => (await find(filter)).products.map(({ id }) => id);
    for (const search of ['maize', 'gooseberr', undefined]) {
      for (const sort of productSorts) {
        const everywhere = { search, sort, ...nairobi };
        const inReach = { ...everywhere, maxDistanceKm: 1500 };
        expect(await idsOf(inReach)).toEqual(await idsOf(everywhere));
        await expectQuickFind(inReach);
      }
      const inReach = { search, ...nairobi, maxDistanceKm: 1500 };
      expect(await count(inReach)).toEqual(await count({ search }));
    }
    for (const { distanceKm } of (await find({ ...lodwar, maxDistanceKm: 400 })).products)
      expect(distanceKm).toBeLessThanOrEqual(400);
  });

  type Page = Awaited<ReturnType<typeof findCards>>;
  /** Follows three pages; returns how many of them had such cards. */
  async function expectSameAsPlanned(
    filter: FindProducts,
    findPage: (input: FindProducts) => Promise<Page | null>,
  ) {
    let pages = 0;
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const input = { ...filter, cursor };
      const { products, nextCursor } = await find(input);
      const cards = await findPage(input);
      if (cards) {
        pages += 1;
        expect(cards.products.map(({ id }) => id)).toEqual(products.map(({ id }) => id));
        expect(cards.nextCursor).toBe(nextCursor);
      }
      if (!nextCursor) break;
      cursor = nextCursor;
    }
    return pages;
  }

  test('the best list has every offer once, also of farms that are far', async () => {
    const idsBy = async (sort: 'best' | 'nearest') => {
      const ids: number[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await find({ search: 'gooseberr', sort, ...nairobi, limit: 5, cursor });
        ids.push(...page.products.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      }
      return ids;
    };
    const best = await idsBy('best');
    expect(best.length).toBeGreaterThan(5);
    expect(best.toSorted()).toEqual((await idsBy('nearest')).toSorted());
  });

  const sorts = ['newest', 'price', 'pricePerKg'] as const;
  test.each(sorts)(
    'lists of cards by %s, which are planned once, read no table whole and sort no more than a word’s hits, whatever the words',
    async (sort) => {
      const planningOnce = plans.planOnce();
      const cursor = (await find({ sort })).nextCursor ?? undefined;
      for (const search of [undefined, 'maize']) {
        for (const category of [undefined, 'other'] as const) {
          for (const at of [undefined, cursor]) {
            const statements = await plans.saidBy(() =>
              findCards(db, { search, category, sort, cursor: at }, services()),
            );
            expect(statements).toHaveLength(1);
            const nodes = await planningOnce.nodesOf(statements[0]);
            expect(nodes.filter(isWholeRead)).toEqual([]);
            // A small category has an index of its own with this order.
            expect(indexesOf(nodes)).toContain(orderIndexes[sort][category ? 1 : 0]);
          }
        }
      }
      await planningOnce.end();
    },
  );

  describe('cards nearby, which are planned once', () => {
    const asked = [
      {},
      { deliversToMe: true },
      { maxDistanceKm: 30 },
      { category: 'vegetables' },
      { category: 'other' },
    ] as const;
    const sort = 'nearest' as const;

    test.each(Object.entries({ nairobi, lodwar }))(
      'near %s are what a plan for their own values finds, page by page',
      async (_, place) => {
        let pagesNearby = 0;
        for (const filter of asked) {
          pagesNearby += await expectSameAsPlanned({ ...filter, ...place, sort }, (input) =>
            findCardsNearby(db, input, services()),
          );
        }
        expect(pagesNearby).toBeGreaterThan(asked.length);
      },
    );

    test('read no table whole, and no more offers than fill the page', async () => {
      const planningOnce = plans.planOnce();
      const cursor = (await find({ ...nairobi, sort })).nextCursor ?? undefined;
      for (const filter of asked) {
        for (const at of [undefined, cursor]) {
          const [statement] = await plans.saidBy(() =>
            findCardsNearby(db, { ...filter, ...nairobi, cursor: at, sort }, services()),
          );
          const nodes = await planningOnce.nodesOf(statement);
          expect(nodes.filter(isWholeRead)).toEqual([]);
          const indexes = ['farms_sphere', 'products_offered_farmer'];
          expect(indexesOf(nodes)).toEqual(expect.arrayContaining(indexes));
        }
      }
      await planningOnce.end();
    });
  });

  test.each(productSorts)(
    'what one farm sells, by %s, of a farm with products and of one without',
    async (sort) => {
      for (const farmId of [77, 999_999]) {
        const filter = { farmId, sort, ...nairobi };
        await expectQuickFind(filter);
        await expectQuickFind({ ...filter, search: 'maize' });
        await expectQuickFind({ ...filter, category: 'vegetables', maxDistanceKm: 1500 });
      }
      await expectNoWholeRead(() => count({ farmId: 77 }));
    },
  );

  test('a crop’s offers from other farms, near a place and the cheapest, of a common crop, a rare one and one that nobody sells', async () => {
    for (const crop of ['maize', 'tomato', 'cape-gooseberry', 'leek']) {
      for (const place of [undefined, nairobi, lodwar]) {
        const ask = () => listCropOffers(db, { crop, productId: 777, place }, services());
        await expectNoWholeRead(ask);
        // Without a place they come in the order of their index, however many there are.
        const cheapest = place ? [] : plans.said.filter(({ query }) => query.includes('compared'));
        expect(cheapest).toHaveLength(place ? 0 : 1);
        for (const { query, params } of cheapest) {
          const explain = `explain (format json) ${query}`;
          const [row] = await plans.sql.unsafe<Explained>(explain, params as never[]);
          expect(JSON.stringify(row)).toContain('products_offered_crop_price');
        }
      }
    }
  });

  test('one product, one farm, and a farmer’s own', async () => {
    await expectNoWholeRead(() => getProduct(db, { productId: 777, place: nairobi }, services()));
    await expectNoWholeRead(() => getFarm(db, { farmId: 77 }));
    await expectNoWholeRead(() =>
      listOwnProducts({ ...services(), db, user: { id: 77 } }, { search: 'maize' }),
    );
  });
});

const orderIndexes = {
  newest: ['products_offered_round', 'products_offered_category_round'],
  price: ['products_offered_price', 'products_offered_category_price'],
  pricePerKg: ['products_offered_price_per_kg', 'products_offered_category_price_per_kg'],
};
