import { and, eq, inArray, isNotNull, isNull, notExists, notInArray, or, sql } from 'drizzle-orm';
import { listDisputePhotos } from '#photos/server/media-queries.ts';
import { centsOf } from '#rules/amounts.ts';
import { listOf } from '#server/tables.ts';
import { deleteEventsAbout } from '#webhooks/server/queries.ts';
import { PAYOUT_MIN_KES } from '../rules/limits.ts';
import { reservingStatuses } from '../rules/order-facts.ts';
import { blockingAttemptStatuses, unsettledPayoutStatuses } from '../rules/payment.ts';
import { cartLines } from './cart/tables.ts';
import { buyerRatings, orderEvents, orderLines, orders, reviews } from './orders/tables.ts';
import {
  paymentAttempts,
  paymentCallbacks,
  payments,
  payouts,
  payoutTries,
} from './payments/tables.ts';

const isParty = (userId: number) => or(eq(orders.buyerId, userId), eq(orders.farmerId, userId));

/**
 * Orders, payments and ratings outlive the account for the books, without its name, address, phone
 * number and texts.
 */
export const orderData: PersonalData = {
  lists: {
    cart: listOf(cartLines, { orderBy: 'productId' }),
    placedOrders: listOf(orders, { of: 'buyerId' }),
    receivedOrders: listOf(orders, { of: 'farmerId' }),
    orderLines: listOf(orderLines, { orderBy: 'orderId id' }),
    orderEvents: listOf(orderEvents, { orderBy: 'orderId id' }),
    paymentAttempts: listOf(paymentAttempts, { of: 'buyerId' }),
    payments: listOf(payments),
    payouts: listOf(payouts),
    reviews: listOf(reviews, { orderBy: 'orderId' }),
    buyerRatings: listOf(buyerRatings, { orderBy: 'orderId' }),
    disputePhotos: listDisputePhotos,
  },
  countUnderWay,
  async erase(tx, userId) {
    await clearNotifiedOrders(tx, userId);
    await deleteCallbacks(tx, userId);
    await clearReasons(tx, userId);
  },
};

/**
 * Active orders, and money that may still arrive or be returned. By orders_buyer and orders_farmer.
 */
export async function countUnderWay(db: Database, userId: number) {
  const isRefunding = or(
    eq(orders.paymentStatus, 'refund_due'),
    sql`exists (select from ${payments} where ${payments.orderId} = ${orders.id} and ${payments.state} = 'refund_due')`,
    // A smaller one is a credit, which ends with the account.
    sql`exists (select from ${payouts} where ${payouts.orderId} = ${orders.id} and ${payouts.paymentId} is not null
      and ${payouts.amountCents} >= ${centsOf(PAYOUT_MIN_KES)} and ${inArray(payouts.status, [...unsettledPayoutStatuses])})`,
    sql`exists (select from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orders.id}
      and ${inArray(paymentAttempts.status, [...blockingAttemptStatuses])})`,
  );
  const isPayingOut = or(
    sql`exists (select from ${payouts} where ${payouts.orderId} = ${orders.id} and ${payouts.paymentId} is null
      and ${inArray(payouts.status, [...unsettledPayoutStatuses])})`,
    and(
      eq(orders.status, 'completed'),
      eq(orders.paymentMethod, 'M-Pesa'),
      eq(orders.paymentStatus, 'paid'),
      notExists(
        db
          .select({ one: sql`1` })
          .from(payouts)
          .where(and(eq(payouts.orderId, orders.id), isNull(payouts.paymentId))),
      ),
    ),
  );
  return {
    orders: await db.$count(
      orders,
      and(isParty(userId), inArray(orders.status, [...reservingStatuses])),
    ),
    refunds: await db.$count(
      orders,
      and(isParty(userId), notInArray(orders.status, [...reservingStatuses]), isRefunding),
    ),
    payouts: await db.$count(orders, and(eq(orders.farmerId, userId), isPayingOut)),
  };
}

async function clearNotifiedOrders(db: Database, userId: number) {
  await deleteEventsAbout(db, {
    kind: 'order',
    ids: db.select({ id: orders.id }).from(orders).where(isParty(userId)),
  });
}

/** Raw callbacks contain numbers and names. By orders_buyer, payouts_buyer, payouts_farmer. */
async function deleteCallbacks(db: Database, userId: number) {
  const bought = db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const isOwn = or(eq(payouts.buyerId, userId), eq(payouts.farmerId, userId));
  const own = db.select({ id: payouts.id }).from(payouts).where(isOwn);
  const isTry = inArray(payoutTries.payoutId, own);
  const isAttempt = inArray(paymentAttempts.orderId, bought);
  const hashes = [
    db.select({ hash: paymentAttempts.tokenHash }).from(paymentAttempts).where(isAttempt),
    db.select({ hash: payouts.tokenHash }).from(payouts).where(isOwn),
    db.select({ hash: payouts.statusTokenHash }).from(payouts).where(isOwn),
    db.select({ hash: payoutTries.tokenHash }).from(payoutTries).where(isTry),
    db.select({ hash: payoutTries.statusTokenHash }).from(payoutTries).where(isTry),
  ];
  for (const known of hashes)
    await db.delete(paymentCallbacks).where(inArray(paymentCallbacks.tokenHash, known));
}

async function clearReasons(db: Database, userId: number) {
  for (const actor of ['buyer', 'farmer'] as const) {
    const own = db
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders[`${actor}Id`], userId));
    const isReason = and(eq(orderEvents.actor, actor), isNotNull(orderEvents.reason));
    await db
      .update(orderEvents)
      .set({ reason: null })
      .where(and(inArray(orderEvents.orderId, own), isReason));
  }
}
