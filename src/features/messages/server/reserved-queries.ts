import { and, eq } from 'drizzle-orm';
import { isInOpenOrder } from '#orders/server/hold-stock.ts';
import { priceOffers } from '#orders/server/queries.ts';
import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    isReserved: typeof isReserved;
  }
}

/** By order_lines' product_id, and price_offers_product. */
export const isReserved = async (db: Database, productId: number): Promise<boolean> =>
  (await isInOpenOrder(db, productId)) || (await isHeldForOffer(db, productId));

async function isHeldForOffer(db: Database, productId: number): Promise<boolean> {
  const held = await db
    .select({ id: priceOffers.id })
    .from(priceOffers)
    .where(and(eq(priceOffers.productId, productId), eq(priceOffers.status, 'accepted')))
    .limit(1);
  return held.length > 0;
}
