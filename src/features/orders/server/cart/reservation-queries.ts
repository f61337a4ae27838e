import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { phoneLines, sharesIdentity } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { OFFER_HELD_SECONDS } from '#orders/rules/limits.ts';
import { isOffered, products } from '#products/server/queries.ts';
import { keepStatement } from '#server/database.ts';
import { orderLines, orders } from '../orders/tables.ts';
import { completedOrders, isProven } from '../proof-queries.ts';
import { priceOffers } from './tables.ts';

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
  if (productIds.length === 0) return [];
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

const FARMS_COUNTED_MAX = 1000;

type UnacceptedOrders = { farmerId: number | null; waiting: number; unaccepted: number }[];

export type BuyerStanding = BuyerHistory & { unaccepted: UnacceptedOrders };

/**
 * The buyer's proof, and the unaccepted orders of each farm. Farms with pending orders come first,
 * so that the limit never affects their sum. By orders_buyer.
 */
export async function readStanding(
  db: Database,
  { buyerId, since }: { buyerId: number; since: Date },
) {
  const [row] = await standingStatement(db, { buyerId, since: since.toISOString() });
  return row ?? { isProven: false, completedOrders: 0, unaccepted: [] };
}

const standingStatement = keepStatement((db) => {
  const id = sql`${sql.placeholder('buyerId')}::int`;
  return db
    .select({
      isProven: isProven(id),
      completedOrders: completedOrders(id),
      unaccepted: sql<UnacceptedOrders>`(
        select coalesce(json_agg(of_farms), '[]') from (
          select farmer_id as "farmerId", count(*) filter (where status = 'pending') as waiting, count(*) as unaccepted
          from ${orders}
          where buyer_id = ${id} and (status = 'pending'
            or confirmed_at is null and created_at > ${sql.placeholder('since')}::timestamptz)
          group by farmer_id order by waiting desc, farmer_id limit ${sql.raw(String(FARMS_COUNTED_MAX))}
        ) as of_farms)`,
    })
    .from(sql`(values (1)) as once`);
});

export type BuyerHistory = { isProven: boolean; completedOrders: number };

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
) {
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
