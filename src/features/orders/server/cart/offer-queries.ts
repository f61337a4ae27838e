import { and, asc, eq, gt, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { people, sharesIdentity } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import { HELD_OFFERS_MAX, OFFER_HELD_SECONDS } from '#orders/rules/limits.ts';
import { priceOffers } from '#orders/server/cart/tables.ts';
import type { Day } from '#platform/rules/day.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { isOffered, products } from '#products/server/relation-queries.ts';
import { productAndFarm } from './queries.ts';

const farmers = people('farmer');

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

export type HeldRow = Awaited<ReturnType<typeof listHeldOffers>>[number];

/**
 * Products that their farmer has deleted can still be ordered as agreed; hidden ones and those of
 * suspended farmers cannot. By price_offers_buyer.
 */
export async function listHeldOffers(
  db: Database,
  { buyerId, now }: { buyerId: number; now: Date },
) {
  return heldOffersStatement(db, { buyerId, now: now.toISOString() });
}

const heldOffersStatement = keepStatement((db) =>
  db
    .select({
      ...productAndFarm,
      offerId: priceOffers.id,
      productId: products.id,
      name: priceOffers.productName,
      unit: priceOffers.unit,
      netWeightKg: priceOffers.netWeightKg,
      quantity: priceOffers.quantity,
      priceCents: priceOffers.priceCents,
      heldUntil: priceOffers.heldUntil,
      seenAt: priceOffers.seenAt,
      // A suspension hides products, but not those that were deleted before it.
      isOffered: sql<boolean>`${products.hiddenAt} is null
        and not exists (select from ${farmers} where ${farmers.id} = ${farms.userId} and ${farmers.suspendedAt} is not null)`,
      isOwnFarm: sharesIdentity(priceOffers.buyerId, farms.userId),
    })
    .from(priceOffers)
    .innerJoin(products, eq(products.id, priceOffers.productId))
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(
      and(
        eq(priceOffers.buyerId, sql.placeholder('buyerId')),
        eq(priceOffers.status, 'accepted'),
        gt(priceOffers.heldUntil, sql`${sql.placeholder('now')}::timestamptz`),
      ),
    )
    .orderBy(asc(priceOffers.id))
    .limit(HELD_OFFERS_MAX),
);

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
