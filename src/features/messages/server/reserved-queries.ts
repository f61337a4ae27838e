import { and, eq } from 'drizzle-orm';
import { isGivenToLot } from '#lots/server/share-queries.ts';
import { isInOpenOrder } from '#orders/server/order-stock.ts';
import { priceOffers } from '#orders/server/queries.ts';

declare global {
  interface Services {
    isReserved: typeof isReserved;
  }
}

/** By order_lines' product_id, price_offers_product and lot_shares_product. */
export const isReserved = async (db: Database, productId: number) =>
  (await isInOpenOrder(db, productId)) ||
  (await isHeldForOffer(db, productId)) ||
  (await isGivenToLot(db, productId));

async function isHeldForOffer(db: Database, productId: number) {
  const held = await db
    .select({ id: priceOffers.id })
    .from(priceOffers)
    .where(and(eq(priceOffers.productId, productId), eq(priceOffers.status, 'accepted')))
    .limit(1);
  return held.length > 0;
}
