import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import { orderLines, orders } from '#orders/server/tables/orders.ts';
import type { Database } from '#platform/server/db/database.ts';

const PRE_ORDERS_MAX = 10_000;

/** The oldest first. By order_lines' product_id. */
export async function listWaiting(db: Database, own: { productId: number; farmerId: number }) {
  return db
    .select({
      id: orders.id,
      lineId: orderLines.id,
      quantity: orderLines.quantity,
      unit: orderLines.unit,
      isDepositPaid: sql<boolean>`${orders.depositPaidAt} is not null`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.productId, own.productId),
        eq(orders.farmerId, own.farmerId),
        eq(orders.status, 'pending'),
        isNotNull(orders.harvestBy),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(PRE_ORDERS_MAX);
}
