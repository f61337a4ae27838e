import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { reservingStatuses } from '#orders/rules/order-facts.ts';
import { orderLines, orders } from '#orders/server/orders/tables.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { StockLine } from '#products/server/stock-queries.ts';

/**
 * A product that was agreed on and also ordered at its price has two lines, which are summed here:
 * an UPDATE changes a row once.
 */
export async function listReservedLines(
  db: Database,
  orderId: number,
): Promise<(StockLine & { name: string })[]> {
  const rows = await db
    .select({
      productId: orderLines.productId,
      quantity: sql<number>`sum(${orderLines.quantity})::float8`,
      unit: orderLines.unit,
      name: sql<string>`min(${orderLines.name})`,
    })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), gt(orderLines.quantity, 0)))
    .groupBy(orderLines.productId, orderLines.unit)
    .orderBy(asc(orderLines.productId), asc(orderLines.unit))
    .limit(1000);
  return rows.flatMap(({ productId, ...line }) =>
    productId === null ? [] : [{ ...line, productId }],
  );
}

export async function isInOpenOrder(db: Database, productId: number): Promise<boolean> {
  const rows = await db
    .select({ orderId: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.productId, productId), inArray(orders.status, [...reservingStatuses])))
    .limit(1);
  return rows.length > 0;
}
