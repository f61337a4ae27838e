import { RECENT_ORDERS } from '#features/orders/rules/limits.ts';
import { countProducts } from '#features/products/server/list-own-products.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { countOffersToAnswer } from './cart/offer-queries.ts';
import { readFarmStanding } from './farm-standing-queries.ts';
import { readEarnings } from './farmer-payments.ts';
import { listFarmerOrders } from './list-orders.ts';
import { readOrderFigures } from './orders/read-queries.ts';

/**
 * The farmer's first tab: counts of products, orders and price offers to answer, sales (KES of
 * completed orders), the rating (0 to 5), what it received on each of the last days (KES), and the
 * latest orders.
 */
export async function getOverview(
  db: Database,
  farmerId: number,
  services: { clock: Clock; secret: string },
) {
  const counts = await countProducts(db, farmerId, services);
  const figures = await readOrderFigures(db, farmerId);
  const { salesCents, ...standing } = await readFarmStanding(db, farmerId);
  const { orders } = await listFarmerOrders(db, { farmerId }, services);
  return {
    ...counts,
    ...figures,
    offersToAnswer: await countOffersToAnswer(db, { farmerId, now: services.clock() }),
    ...standing,
    totalSales: shillingsOf(salesCents),
    earnings: await readEarnings(db, farmerId, services),
    recentOrders: orders.slice(0, RECENT_ORDERS),
  };
}
