import { and, eq, exists, or, type SQLWrapper, sql } from 'drizzle-orm';
import { COVERAGE_RADIUS_MAX_METRES } from '#features/farms/rules/limits.ts';
import { farms } from '#features/farms/server/relation-queries.ts';
import {
  FARM_SUGGESTIONS_MAX,
  NAMED_FARMS_MAX,
  REACHED_FARMS_MAX,
} from '#features/products/rules/limits.ts';
import { isOffered } from '#features/products/server/offered-queries.ts';
import { products } from '#features/products/server/tables.ts';
import type { Day } from '#platform/rules/day.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { patternOf } from '../stock/queries.ts';
import type { OfferFilter } from './offer-filter.ts';
import { isInReach } from './offer-queries.ts';

/** Completes the filter with the values that must be looked up before the offers. */
export const completeFilter = async (db: Database, filter: OfferFilter): Promise<OfferFilter> =>
  measureReach(db, await findNamedFarms(db, filter));

/**
 * Adds the farms that the search names, or whose county it names. They are looked up first, because
 * an index cannot serve a condition on two tables.
 */
export async function findNamedFarms(db: Database, filter: OfferFilter): Promise<OfferFilter> {
  if (filter.farmPattern === null) return filter;
  const rows = await namedFarmsStatement(db, filter);
  // A word like "farm" is in so many names that it does not identify a farm.
  if (rows.length === NAMED_FARMS_MAX && !filter.searchedCounty) return filter;
  return { ...filter, namedFarmIds: rows.map(({ id }) => id) };
}

/** By farms_name and farms_pin_county. */
const namedFarmsStatement = keepStatement((db) =>
  db
    .select({ id: farms.userId })
    .from(farms)
    .where(
      or(
        sql`lower(${farms.name}) like ${sql.placeholder('farmPattern')}::text`,
        sql`${farms.pinCounty} = ${sql.placeholder('searchedCounty')}::text`,
      ),
    )
    .orderBy(farms.userId)
    .limit(NAMED_FARMS_MAX),
);

/**
 * Names of farms with an offer that start with these letters, or have a word that does. By
 * farms_name and products_offered_farmer.
 */
export async function findFarmNames(db: Database, start: string, today: Day): Promise<string[]> {
  const words = patternOf(start).slice(1);
  const offer = db
    .select({ found: sql`1` })
    .from(products)
    .where(
      and(eq(products.farmerId, farms.userId), isOffered(sql`${today}::date`), products.isInStock),
    );
  const rows = await db
    .selectDistinct({ name: farms.name })
    .from(farms)
    .where(and(or(isNamed(words), isNamed(`% ${words}`)), exists(offer)))
    .orderBy(farms.name)
    .limit(FARM_SUGGESTIONS_MAX);
  return rows.map(({ name }) => name);
}

const isNamed = (pattern: SQLWrapper | string) =>
  sql`lower(${farms.name}) like lower(${pattern}::text)`;

/**
 * Removes the chord if many farms are in reach. The planner assumes that any reach covers few
 * farms, looks these up first and sorts all their offers. That is right for a few, but within 1,500
 * km it is the whole market, where offers must be found first. With `deliversToMe` the reach is
 * always small.
 */
export async function measureReach(db: Database, filter: OfferFilter): Promise<OfferFilter> {
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
