import type { Database } from '#server/db/connect.ts';
import type { Services } from '#server/services.ts';
import { dayInNairobi } from '#shared/day.ts';
import { countOwnProducts } from './queries.ts';

/**
 * The figures of the farmer's first tab. What counts orders, sales and ratings is 0 here because there are none yet: it comes
 * from the orders themselves.
 */
export async function getOverview(db: Database, farmerId: number, { clock }: Pick<Services, 'clock'>) {
  const counts = await countOwnProducts(db, { farmerId, today: dayInNairobi(clock()) });
  return { ...counts, pendingOrders: 0, completedOrders: 0, totalSales: 0, reputationScore: 0, recentOrders: [] };
}
