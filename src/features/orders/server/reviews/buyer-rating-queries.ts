import { and, count, eq, inArray, sql } from 'drizzle-orm';
import { isProven } from '#orders/server/proof-queries.ts';
import { orders } from '#orders/server/tables/orders.ts';
import { buyerRatings } from '#orders/server/tables/reviews.ts';
import type { Database } from '#platform/server/db/database.ts';

export async function findRateableBuyer(
  db: Database,
  { orderId, farmerId }: { orderId: number; farmerId: number },
) {
  const [row] = await db
    .select({ status: orders.status, buyerId: orders.buyerId })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.farmerId, farmerId)));
  return row ?? null;
}

/** Returns false if the buyer is already rated for this order. */
export async function insertBuyerRating(
  db: Database,
  rating: typeof buyerRatings.$inferInsert,
): Promise<boolean> {
  const rows = await db
    .insert(buyerRatings)
    .values(rating)
    .onConflictDoNothing()
    .returning({ orderId: buyerRatings.orderId });
  return rows.length === 1;
}

export async function listRatingsOfOrders(db: Database, orderIds: number[]) {
  return db
    .select({ orderId: buyerRatings.orderId, rating: buyerRatings.rating })
    .from(buyerRatings)
    .where(inArray(buyerRatings.orderId, orderIds))
    .orderBy(buyerRatings.orderId)
    .limit(orderIds.length);
}

/** By all proven farmers, with one decimal. */
export async function listBuyerStandings(db: Database, buyerIds: number[]) {
  return db
    .select({
      buyerId: buyerRatings.buyerId,
      rating: sql<number>`round(avg(${buyerRatings.rating}), 1)::float8`,
      count: count(),
    })
    .from(buyerRatings)
    .where(and(inArray(buyerRatings.buyerId, buyerIds), isProven(buyerRatings.farmerId)))
    .groupBy(buyerRatings.buyerId)
    .orderBy(buyerRatings.buyerId)
    .limit(buyerIds.length);
}
