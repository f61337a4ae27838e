import { and, asc, eq, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import { phoneLines } from '#accounts/server/people-queries.ts';
import { priceOffers } from '#orders/server/cart/tables.ts';
import { orderLines, orders } from '#orders/server/orders/tables.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isProven } from '../proof-queries.ts';

const isReservedAndPending = and(eq(orders.status, 'pending'), isNull(orders.stockReleasedAt));

const isAgreed = sql`exists (
  select from ${priceOffers} where ${priceOffers.orderId} = ${orderLines.orderId} and ${priceOffers.productId} = ${orderLines.productId}
    and ${priceOffers.quantity} = ${orderLines.quantity} and ${priceOffers.priceCents} = ${orderLines.priceCents})`;

type Reserved = { buyerId: number; isProven: boolean; productIds: number[] };

/**
 * Reserved by pending, unpaid orders at the product's price, for this buyer and for all who share a
 * limit. By orders_pending, or order_lines_product_id.
 */
export async function listSharedReservations(
  db: Database,
  { buyerId, isProven: isAlone, productIds }: Reserved,
) {
  const isOwn = eq(orders.buyerId, buyerId);
  return db
    .select({
      productId: sql<number>`${orderLines.productId}`,
      byAll: sql<number>`sum(${orderLines.quantity})::float8`,
      byBuyer: sql<number>`coalesce(sum(${orderLines.quantity}) filter (where ${orders.buyerId} = ${buyerId}), 0)::float8`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        inArray(orderLines.productId, productIds),
        isReservedAndPending,
        isNull(orders.depositPaidAt),
        not(isAgreed),
        isAlone ? isOwn : or(isOwn, not(isProven(orders.buyerId))),
      ),
    )
    .groupBy(orderLines.productId)
    .orderBy(asc(orderLines.productId))
    .limit(productIds.length);
}

const hasNewNumber = sql`exists (
  select from ${phoneLines} where ${phoneLines.userId} = ${orders.buyerId} and ${phoneLines.numberChangedAt} > ${orders.createdAt})`;

const DUE_AT_ONCE = 100;

/**
 * Includes buyers who have changed their phone number since, because the previous one may have
 * proven them only while they ordered. By orders_pending.
 */
export async function listUnprovenReservations(db: Database, before: Date) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isReservedAndPending,
        // A deposit keeps the goods.
        isNull(orders.depositPaidAt),
        ne(orders.paymentStatus, 'processing'),
        or(lte(orders.createdAt, before), hasNewNumber),
        sql`not exists (select from ${priceOffers} where ${priceOffers.orderId} = ${orders.id})`,
        not(isProven(orders.buyerId)),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(DUE_AT_ONCE);
}
