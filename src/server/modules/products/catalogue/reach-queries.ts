import { sql } from 'drizzle-orm';
import { type Database, keepStatement } from '#server/db/connect.ts';
import { farms } from '#server/db/schema/farms.ts';
import { COVERAGE_RADIUS_MAX_METRES, REACHED_FARMS_MAX } from '#shared/limits.ts';
import type { OfferFilter } from './offer-filter.ts';
import { isInReach } from './offer-queries.ts';

/**
 * The filter without its chord where many farms lie within reach. The planner takes any reach for one of a few farms, looks these up
 * first and sorts all that they offer: right for a few, but within 1,500 km that is the whole market, of which the offers must be found
 * first. What delivers to me is always near.
 */
export async function measureReach(db: Database, filter: OfferFilter): Promise<OfferFilter> {
  if (filter.reachMetres === null || filter.reachMetres <= COVERAGE_RADIUS_MAX_METRES) return filter;
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
