import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { reuseQuery } from '#server/db/reuse-query.ts';
import { farms } from '#server/db/schema/farms.ts';
import { COVERAGE_RADIUS_MAX_METRES, REACHED_FARMS_MAX } from '#shared/limits.ts';
import type { OfferFilter } from './offer-filter.ts';
import { isInReach } from './offer-queries.ts';

/**
 * Says in a filter whether its reach is wide. The planner takes any reach for one of a few farms, looks these up first and sorts all
 * that they offer: right for a few, but within 1,500 km that is the whole market. Counted by farms_sphere, and only up to
 * where it is clear; what delivers to me is always near.
 */
export async function measureReach(db: Database, filter: OfferFilter): Promise<OfferFilter> {
  if (filter.reachMetres === undefined || filter.reachMetres <= COVERAGE_RADIUS_MAX_METRES) return filter;
  const query = reuseQuery(db, 'farms in reach, counted', () => {
    const reached = db
      .select({ farm: sql`1`.as('farm') })
      .from(farms)
      .where(isInReach)
      .limit(REACHED_FARMS_MAX + 1)
      .as('reached');
    return db.select({ number: sql<number>`count(*)::int` }).from(reached).prepare('reach');
  });
  const [row] = await query.execute(filter);
  return row && row.number > REACHED_FARMS_MAX ? { ...filter, isWideReach: true } : filter;
}
