import { and, eq, inArray } from 'drizzle-orm';
import { reservingStatuses } from '#features/orders/rules/order-facts.ts';
import type { Database } from '#platform/server/db/database.ts';
import { orderLines, orders } from './tables/orders.ts';

/** Whether open orders reserve some of a product. By order_lines' product_id. */
export async function isInOpenOrder(db: Database, productId: number): Promise<boolean> {
  const rows = await db
    .select({ orderId: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.productId, productId), inArray(orders.status, [...reservingStatuses])))
    .limit(1);
  return rows.length > 0;
}
