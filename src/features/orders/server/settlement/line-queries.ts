import { asc, eq } from 'drizzle-orm';
import { orderLines } from '#orders/server/tables/orders.ts';
import type { Database } from '#platform/server/db/database.ts';

const LINES_MAX = 1000;

export type ChangeableLine = Awaited<ReturnType<typeof listChangeableLines>>[number];

export async function listChangeableLines(tx: Database, orderId: number) {
  return tx
    .select({
      id: orderLines.id,
      productId: orderLines.productId,
      name: orderLines.name,
      unit: orderLines.unit,
      quantity: orderLines.quantity,
      orderedQuantity: orderLines.orderedQuantity,
      weighedQuantity: orderLines.weighedQuantity,
      priceCents: orderLines.priceCents,
      totalCents: orderLines.totalCents,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
    .limit(LINES_MAX);
}

type LineChange = Partial<Omit<typeof orderLines.$inferInsert, 'id' | 'orderId'>>;

export async function updateLine(tx: Database, id: number, change: LineChange) {
  await tx.update(orderLines).set(change).where(eq(orderLines.id, id));
}
