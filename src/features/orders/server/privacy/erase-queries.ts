import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  notExists,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { PAYOUT_MIN_KES } from '#features/orders/rules/limits.ts';
import { reservingStatuses } from '#features/orders/rules/order-facts.ts';
import {
  blockingAttemptStatuses,
  unsettledPayoutStatuses,
} from '#features/orders/rules/payment.ts';
import { deleteDisputePhotosOf } from '#features/photos/server/private-media-queries.ts';
import { deleteEventsAbout } from '#features/webhooks/server/record-queries.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import { orderContacts, orderEvents, orders } from '../tables/orders.ts';
import {
  paymentAttempts,
  paymentCallbacks,
  payments,
  payouts,
  payoutTries,
} from '../tables/payments.ts';
import { reviews } from '../tables/reviews.ts';

/** Orders that a person placed or received as a farmer. */
export const isParty = (userId: number) =>
  or(eq(orders.buyerId, userId), eq(orders.farmerId, userId));

/**
 * A person's unfinished business, as buyer or farmer: active orders; orders whose money is being
 * returned or may still arrive; and payouts to them, including those of an order that an earlier
 * version completed without writing its payout at once. By orders_buyer and orders_farmer.
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

/**
 * Deletes what webhooks of the other sides are still to be told, or were told, of a person's
 * orders.
 */
export async function clearToldOrders(db: Database, userId: number) {
  await deleteEventsAbout(db, {
    kind: 'order',
    ids: db.select({ id: orders.id }).from(orders).where(isParty(userId)),
  });
}

/** Clears the data that identifies a buyer in orders that outlive the account. By orders_buyer. */
export async function clearBuyersTraces(db: Database, userId: number) {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.buyerId, userId));
  const attempts = db
    .select({ tokenHash: paymentAttempts.tokenHash })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.orderId, own));
  // Raw callbacks contain the paying number; their results are in attempts and payments.
  await db.delete(paymentCallbacks).where(inArray(paymentCallbacks.tokenHash, attempts));
  await db
    .update(paymentAttempts)
    .set({ phoneNumber: null })
    .where(inArray(paymentAttempts.orderId, own));
  await clearPayoutTraces(db, eq(payouts.buyerId, userId));
  await db
    .update(orderContacts)
    .set({ buyerPhoneNumber: null })
    .where(inArray(orderContacts.orderId, own));
  await db
    .update(orders)
    .set({
      deliveryAddress: null,
      dropOffLatitude: null,
      dropOffLongitude: null,
      distanceMetres: null,
      note: null,
    })
    .where(eq(orders.buyerId, userId));
  await deleteDisputePhotosOf(db, userId);
  await db.update(reviews).set({ text: '' }).where(inArray(reviews.orderId, own));
  await clearReasons(db, { orderIds: own, actor: 'buyer' });
}

const noFarm = {
  farmerPhoneNumber: null,
  farmName: null,
  county: null,
  subcounty: null,
  addressDescription: null,
  latitude: null,
  longitude: null,
};

/** Clears the number that payouts went to, and the name that M-Pesa reports with it. */
async function clearPayoutTraces(db: Database, isOwn: SQL) {
  const own = db.select({ id: payouts.id }).from(payouts).where(isOwn);
  const hashes = [
    db.select({ hash: payouts.tokenHash }).from(payouts).where(isOwn),
    db.select({ hash: payouts.statusTokenHash }).from(payouts).where(isOwn),
    db
      .select({ hash: payoutTries.tokenHash })
      .from(payoutTries)
      .where(inArray(payoutTries.payoutId, own)),
    db
      .select({ hash: payoutTries.statusTokenHash })
      .from(payoutTries)
      .where(inArray(payoutTries.payoutId, own)),
  ];
  for (const known of hashes)
    await db.delete(paymentCallbacks).where(inArray(paymentCallbacks.tokenHash, known));
  await db.update(payouts).set({ phoneNumber: null }).where(isOwn);
}

/** Clears a person's own reasons for rejecting, cancelling or disputing. */
async function clearReasons(
  db: Database,
  { orderIds, actor }: { orderIds: SQLWrapper; actor: 'buyer' | 'farmer' },
) {
  await db
    .update(orderEvents)
    .set({ reason: null })
    .where(
      and(
        inArray(orderEvents.orderId, orderIds),
        eq(orderEvents.actor, actor),
        isNotNull(orderEvents.reason),
      ),
    );
}

/**
 * Clears the data that identifies a farmer: phone and farm as buyers saw them, the number that was
 * paid, and the name that M-Pesa reports with it. By orders_farmer, payouts_farmer.
 */
export async function clearFarmersTraces(db: Database, userId: number) {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.farmerId, userId));
  await db.update(orderContacts).set(noFarm).where(inArray(orderContacts.orderId, own));
  await clearPayoutTraces(db, eq(payouts.farmerId, userId));
  await db
    .update(orders)
    .set({ disputeAnswer: null, disputeAnsweredAt: null })
    .where(eq(orders.farmerId, userId));
  await db
    .update(reviews)
    .set({ answer: null, answeredAt: null })
    .where(eq(reviews.farmerId, userId));
  await clearReasons(db, { orderIds: own, actor: 'farmer' });
}
