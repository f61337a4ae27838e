import { and, eq, exists, or, type SQLWrapper, sql } from 'drizzle-orm';
import { COVERAGE_RADIUS_MAX_METRES } from '#features/farms/rules/limits.ts';
import { farms } from '#features/farms/server/tables.ts';
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

/** The filter with all that has to be looked up before the offers are. */
export const completeFilter = async (db: Database, filter: OfferFilter): Promise<OfferFilter> =>
  measureReach(db, await findNamedFarms(db, filter));

/**
 * The filter with the farms that its search names or that lie in the county it names. They are
 * looked up first, because a condition on two tables could not be met by an index.
 */
export async function findNamedFarms(db: Database, filter: OfferFilter): Promise<OfferFilter> {
  if (filter.farmPattern === null) return filter;
  const rows = await namedFarmsStatement(db, filter);
  // Words that so many farms have in their names, like "farm", name none of them.
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
 * Names of farms with an offer that begin so, or have a word that does. By farms_name and
 * products_offered_farmer.
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
 * The filter without its chord where many farms lie within reach. The planner takes any reach for
 * one of a few farms, looks these up first and sorts all that they offer: right for a few, but
 * within 1,500 km that is the whole market, of which the offers must be found first. What delivers
 * to me is always near.
 */
export async function measureReach(db: Database, filter: OfferFilter): Promise<OfferFilter> {
  if (filter.reachMetres === null || filter.reachMetres <= COVERAGE_RADIUS_MAX_METRES)
    return filter;
  const [row] = await reachedFarmsStatement(db, filter);
  return row && row.number > REACHED_FARMS_MAX ? { ...filter, reachChord: null } : filter;
}

/** Counted only up to where it is clear. By farms_sphere. */
const reachedFarmsStatement = keepStatement((db) => {
  const reached = db
    .select({ farm: sql`1`.as('farm') })
    .from(farms)
    .where(isInReach)
    .limit(REACHED_FARMS_MAX + 1)
    .as('reached');
  return db.select({ number: sql<number>`count(*)::int` }).from(reached);
});
