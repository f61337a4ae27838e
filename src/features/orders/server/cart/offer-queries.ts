import { and, eq, gt, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { OFFER_HELD_SECONDS } from '#orders/rules/limits.ts';
import { priceOffers } from '#orders/server/cart/tables.ts';
import type { Day } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { isOffered, products } from '#products/server/queries.ts';

type Holdable = { productId: number; buyerId: number; today: Day };

export async function findHoldable(db: Database, { productId, buyerId, today }: Holdable) {
  const [row] = await db
    .select({
      name: products.name,
      unit: products.unit,
      netWeightKg: products.netWeightKg,
      quantity: products.quantity,
      farmId: farms.userId,
      farmName: farms.name,
      county: farms.pinCounty,
      // The price of an announced harvest is not negotiated.
      isOffered: sql<boolean>`(${and(isOffered(today), isNull(products.depositPercent))})`,
      isOwnFarm: sharesIdentity(sql`${buyerId}::int`, farms.userId),
    })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(eq(products.id, productId));
  return row ?? null;
}

/** By products_farmer and price_offers_product. */
export async function countOffersToAnswer(
  db: Database,
  { farmerId, now }: { farmerId: number; now: Date },
): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(priceOffers)
    .innerJoin(products, eq(products.id, priceOffers.productId))
    .where(
      and(
        eq(products.farmerId, farmerId),
        eq(priceOffers.status, 'open'),
        eq(priceOffers.by, 'buyer'),
        gt(priceOffers.expiresAt, now),
      ),
    );
  return row?.count ?? 0;
}

type Seeing = {
  buyerId: number;
  now: Date;
  read?: { conversationId: number; isRead: (offerId: SQLWrapper) => SQL };
};

/** Without `read`, marks all held offers. By price_offers_buyer. */
export async function markHeldOffersSeen(db: Database, { buyerId, now, read }: Seeing) {
  const isRead =
    read && and(eq(priceOffers.conversationId, read.conversationId), read.isRead(priceOffers.id));
  await db
    .update(priceOffers)
    .set({ seenAt: now, heldUntil: new Date(now.getTime() + OFFER_HELD_SECONDS * 1000) })
    .where(
      and(
        eq(priceOffers.buyerId, buyerId),
        eq(priceOffers.status, 'accepted'),
        isNull(priceOffers.seenAt),
        gt(priceOffers.heldUntil, now),
        isRead,
      ),
    );
}

/** If it returns fewer than given, the caller must roll back. */
export async function orderHeldOffers(
  db: Database,
  { orderId, offerIds }: { orderId: number; offerIds: number[] },
) {
  const ordered = await db
    .update(priceOffers)
    .set({ status: 'ordered', orderId })
    .where(and(inArray(priceOffers.id, offerIds), eq(priceOffers.status, 'accepted')))
    .returning({ id: priceOffers.id });
  return ordered.length;
}
