import { and, asc, eq, gt, inArray, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { pick } from '#server/database.ts';
import { listOf } from '#server/tables.ts';
import { OPERATOR_LIST_MAX } from '../rules/limits.ts';
import type { OfferStatus } from '../rules/order-input.ts';
import { priceOffers as offers } from './cart/tables.ts';
import { orderEvents, orderLines, orders } from './orders/tables.ts';
import { payments, payouts } from './payments/tables.ts';

const buyers = people('buyer');

/** For joins by other features. PostgreSQL plans it like the table itself. */
export const orderRelation = new QueryBuilder()
  .select(
    pick(
      orders,
      'id buyerId farmerId status weighing paymentMethod paymentStatus deliveryFeeCents totalCents',
      'creditCents completedByClock completedAt',
    ),
  )
  .from(orders)
  .as('orders');

/** Without lines of which nothing is left. */
export const orderLineRelation = new QueryBuilder()
  .select(
    pick(orderLines, 'id orderId productId name quantity unit netWeightKg priceCents totalCents'),
  )
  .from(orderLines)
  .where(gt(orderLines.quantity, 0))
  .as('order_lines');

/** Whether the farm has rejected or cancelled it. By order_events' (order_id, id). */
export const isFarmersDoing = (orderId: SQLWrapper) =>
  sql<boolean>`exists (select from ${orderEvents} where ${orderEvents.orderId} = ${orderId}
    and ${orderEvents.actor} = 'farmer' and ${orderEvents.to} in ('rejected', 'cancelled'))`;

export const receiptsOf = (orderId: SQLWrapper) =>
  sql<string | null>`(
    select string_agg(${payments.receipt}, ', ' order by ${payments.id}) from ${payments}
    where ${payments.orderId} = ${orderId} and ${payments.state} = 'received')`;

export const paidPayoutRelation = new QueryBuilder()
  .select(pick(payouts, 'id orderId farmerId amountCents receipt settledAt'))
  .from(payouts)
  .where(eq(payouts.status, 'paid'))
  .as('paid_payouts');

/** Longest first. By orders_disputed. */
export async function listDisputes(db: Database) {
  const reason = sql<string | null>`(
    select ${orderEvents.reason} from ${orderEvents}
    where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.to} = 'disputed' order by ${orderEvents.id} desc limit 1
  )`;
  return db
    .select({
      id: orders.id,
      since: orders.updatedAt,
      buyer: buyers.email,
      farm: farms.name,
      totalCents: orders.totalCents,
      reason,
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(sql`${orders.status} = 'disputed'`)
    .orderBy(asc(orders.updatedAt), asc(orders.id))
    .limit(OPERATOR_LIST_MAX);
}

export async function findOrderTotal(
  db: Database,
  { orderId, farmerId }: { orderId: number; farmerId: number },
) {
  const [row] = await db
    .select({ totalCents: orders.totalCents })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.farmerId, farmerId)));
  return row?.totalCents ?? null;
}

/** By payouts_farmer. */
export const dueToFarmer = (farmerId: SQLWrapper) =>
  sql<number>`coalesce((
    select sum(${payouts.amountCents}) from ${payouts}
    where ${payouts.farmerId} = ${farmerId} and ${payouts.status} in ('due', 'failed')), 0)::bigint`.mapWith(
    Number,
  );

export const hasPayment = (receipt: SQLWrapper) =>
  sql<boolean>`exists (select from ${payments} where ${payments.receipt} = ${receipt})`;

const offerColumns = pick(
  offers,
  'id conversationId buyerId productId by status quantity priceCents productName unit netWeightKg',
  'createdAt expiresAt answeredAt heldUntil orderId',
);

export const priceOffers = new QueryBuilder().select(offerColumns).from(offers).as('price_offers');

export const listPriceOffers = listOf(offers);

export type OfferRow = NonNullable<Awaited<ReturnType<typeof lockOffer>>>;

export async function lockOffer(db: Database, id: number) {
  const [row] = await db
    .select(offerColumns)
    .from(offers)
    .where(eq(offers.id, id))
    .for('no key update');
  return row ?? null;
}

export async function insertOffer(db: Database, values: Omit<typeof offers.$inferInsert, 'id'>) {
  const [row] = await db.insert(offers).values(values).returning(offerColumns);
  if (!row) throw new Error('The offer was not stored');
  return row;
}

type Change = Partial<
  Pick<typeof offers.$inferInsert, 'status' | 'answeredAt' | 'heldUntil' | 'seenAt'>
>;

export async function updateOfferStatus(
  db: Database,
  { id, from, change }: { id: number; from: OfferStatus; change: Change },
) {
  const moved = await db
    .update(offers)
    .set(change)
    .where(and(eq(offers.id, id), eq(offers.status, from)))
    .returning({ id: offers.id });
  return moved.length > 0;
}

/** In the order of their products. By price_offers_conversation. */
export async function lockOffersIn(db: Database, conversationIds: SQLWrapper) {
  return db
    .select(offerColumns)
    .from(offers)
    .where(
      and(
        inArray(offers.conversationId, conversationIds),
        inArray(offers.status, ['open', 'accepted']),
      ),
    )
    .orderBy(asc(offers.productId), asc(offers.id))
    .limit(10_000)
    .for('no key update');
}
