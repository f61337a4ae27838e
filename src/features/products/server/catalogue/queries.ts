/*
 * PostgreSQL plans each execution for its own search words, because common words need a walk of the
 * order's index, and rare ones the trigram index and a sort.
 */

import { and, asc, desc, eq, exists, isNotNull, or, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { COVERAGE_RADIUS_MAX_METRES } from '#farms/rules/farm.ts';
import { farms } from '#farms/server/queries.ts';
import { readyPhotosOf } from '#photos/server/media-queries.ts';
import {
  FARM_SUGGESTIONS_MAX,
  NAMED_FARMS_MAX,
  REACHED_FARMS_MAX,
} from '#products/rules/product-facts.ts';
import { fold } from '#rules/text/fold.ts';
import { firstRow, keepStatement } from '#server/database.ts';
import { isOffered } from '../queries.ts';
import { searchPlaces } from '../read-search.ts';
import { products } from '../tables.ts';
import {
  farmTableConditions,
  given,
  isInReach,
  type OfferFilter,
  offerColumns,
  onSphere,
  productConditions,
} from './offer-queries.ts';

const farmers = people('farmer');

export type OfferRow = Awaited<ReturnType<typeof listOffers>>[number];

type OfferList = {
  filter: OfferFilter;
  sort: ListSort;
  after: number[] | null;
  limit: number;
};

const { listingRound, priceCents, pricePerKgCents, id } = products;
const after = (index: 0 | 1) => sql`${sql.placeholder(`after${index}`)}::int`;

export const sortOrders = {
  newest: {
    by: [desc(listingRound), desc(id)],
    isAfter: sql`(${listingRound}, ${id}) < (${after(0)}, ${after(1)})`,
  },
  price: {
    by: [asc(priceCents), asc(id)],
    isAfter: sql`(${priceCents}, ${id}) > (${after(0)}, ${after(1)})`,
  },
  pricePerKg: {
    by: [asc(pricePerKgCents), asc(id)],
    isAfter: sql`(${pricePerKgCents}, ${id}) > (${after(0)}, ${after(1)})`,
  },
};

export type ListSort = keyof typeof sortOrders;

const offersStatement = (sort: ListSort) =>
  keepStatement((db) =>
    db
      .select(offerColumns)
      .from(products)
      .innerJoin(farms, eq(farms.userId, products.farmerId))
      .where(
        and(
          productConditions(),
          farmTableConditions(),
          sort === 'pricePerKg' ? isNotNull(pricePerKgCents) : undefined,
          or(sql`${after(0)} is null`, sortOrders[sort].isAfter),
        ),
      )
      .orderBy(...sortOrders[sort].by)
      .limit(sql.placeholder('limit')),
  );

const offersStatements = {
  newest: offersStatement('newest'),
  price: offersStatement('price'),
  pricePerKg: offersStatement('pricePerKg'),
};

/** By products_offered_round, _category_round, _price, _price_per_kg or _search. */
export async function listOffers(db: Database, { filter, sort, after: place, limit }: OfferList) {
  return offersStatements[sort](db, {
    ...filter,
    after0: place?.[0] ?? null,
    after1: place?.[1] ?? null,
    limit,
  });
}

const offerStatement = keepStatement((db) =>
  db
    .select({
      ...offerColumns,
      farmType: farms.farmType,
      farmSize: farms.farmSize,
      farmerFirstName: farmers.firstName,
      photos: readyPhotosOf(products.id),
    })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .innerJoin(farmers, eq(farmers.id, farms.userId))
    // Without the lists' filters, which PostgreSQL would plan each time.
    .where(
      and(
        eq(products.id, sql.placeholder('id')),
        isOffered(given('today', 'date')),
        products.isInStock,
      ),
    ),
);

type OneOffer = { id: number; place: Position | undefined; today: Day };

export const findOffer = (db: Database, { place, ...wanted }: OneOffer) =>
  firstRow(offerStatement(db, { ...wanted, place: place ? onSphere(place) : null }));

export const completeFilter = async (db: Database, filter: OfferFilter) =>
  measureReach(db, await findNamedFarms(db, filter));

/** Looked up first, because an index cannot serve a condition on two tables. */
export async function findNamedFarms(db: Database, filter: OfferFilter) {
  if (filter.wordCount === null) return filter;
  const rows = await namedFarmsStatement(db, filter);
  const idsAt = (at: number) => rows.find((row) => row.at === at)?.ids ?? [];
  const ofWords = searchPlaces.map((place) => [`farms${place}`, idsAt(place + 1)]);
  return { ...filter, ...Object.fromEntries(ofWords), farmsWhole: idsAt(0) };
}

/**
 * Null for a word like "farm", which is in too many names. By farms_folded and farms_pin_county.
 */
export const namedFarms = (() => {
  const most = sql.raw(String(NAMED_FARMS_MAX));
  return sql`select said.place::int - 1 as at, found.ids
    from unnest(${given('farmPatterns', 'text[]')}, ${given('searchedCounties', 'text[]')}) with ordinality as said (pattern, county, place)
    cross join lateral (
      select case when count(*) < ${most} or said.county is not null then array_agg(farm.id) end as ids
      from (select ${farms.userId} as id from ${farms}
        where ${farms.foldedName} like said.pattern or ${farms.pinCounty} = said.county
        order by ${farms.userId} limit ${most}) as farm
    ) as found`;
})();

const namedFarmsStatement = keepStatement((db) =>
  db
    .select({ at: sql<number>`named.at`, ids: sql<number[] | null>`named.ids` })
    .from(sql`(${namedFarms}) as named`)
    .orderBy(sql`named.at`)
    .limit(searchPlaces.length + 1),
);

export async function findFarmNames(db: Database, start: string, today: Day) {
  const words = fold(start);
  if (!words) return [];
  const offer = db
    .select({ found: sql`1` })
    .from(products)
    .where(
      and(eq(products.farmerId, farms.userId), isOffered(sql`${today}::date`), products.isInStock),
    );
  const rows = await db
    .selectDistinct({ name: farms.name })
    .from(farms)
    .where(and(or(isNamed(`${words}%`), isNamed(`% ${words}%`)), exists(offer)))
    .orderBy(farms.name)
    .limit(FARM_SUGGESTIONS_MAX);
  return rows.map(({ name }) => name);
}

const isNamed = (pattern: string) => sql`${farms.foldedName} like ${pattern}::text`;

/**
 * Removes the chord if many farms are in reach. The planner assumes that any reach covers few farms
 * and looks these up first. Within 1,500 km that is the whole market.
 */
export async function measureReach(db: Database, filter: OfferFilter) {
  if (filter.reachMetres === null || filter.reachMetres <= COVERAGE_RADIUS_MAX_METRES)
    return filter;
  const [row] = await reachedFarmsStatement(db, filter);
  return row && row.number > REACHED_FARMS_MAX ? { ...filter, reachChord: null } : filter;
}

/** Stops counting at the limit. By farms_sphere. */
const reachedFarmsStatement = keepStatement((db) => {
  const reached = db
    .select({ farm: sql`1`.as('farm') })
    .from(farms)
    .where(isInReach)
    .limit(REACHED_FARMS_MAX + 1)
    .as('reached');
  return db.select({ number: sql<number>`count(*)::int` }).from(reached);
});
