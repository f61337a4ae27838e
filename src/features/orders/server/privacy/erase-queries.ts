import {
  and,
  eq,
  inArray,
  isNotNull,
  notExists,
  notInArray,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { reservingStatuses } from '#features/orders/rules/order-facts.ts';
import {
  blockingAttemptStatuses,
  unsettledPayoutStatuses,
} from '#features/orders/rules/payment.ts';
import type { Database } from '#platform/server/db/database.ts';
import { disputePhotos, orderContacts, orderEvents, orders } from '../tables/orders.ts';
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
    sql`exists (select from ${paymentAttempts} where ${paymentAttempts.orderId} = ${orders.id}
      and ${inArray(paymentAttempts.status, [...blockingAttemptStatuses])})`,
  );
  const isPayingOut = or(
    sql`exists (select from ${payouts} where ${payouts.orderId} = ${orders.id}
      and ${inArray(payouts.status, [...unsettledPayoutStatuses])})`,
    and(
      eq(orders.status, 'completed'),
      eq(orders.paymentMethod, 'M-Pesa'),
      eq(orders.paymentStatus, 'paid'),
      notExists(db.select({ one: sql`1` }).from(payouts).where(eq(payouts.orderId, orders.id))),
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
  // Their files are swept, like those of any photo without a row.
  await db.delete(disputePhotos).where(eq(disputePhotos.buyerId, userId));
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
  for (const hash of [payouts.tokenHash, payouts.statusTokenHash]) {
    const hashes = db.select({ hash }).from(payouts).where(eq(payouts.farmerId, userId));
    await db.delete(paymentCallbacks).where(inArray(paymentCallbacks.tokenHash, hashes));
  }
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.farmerId, userId));
  await db.update(orderContacts).set(noFarm).where(inArray(orderContacts.orderId, own));
  const ownPayouts = db
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.farmerId, userId));
  for (const hash of [payoutTries.tokenHash, payoutTries.statusTokenHash]) {
    const hashes = db
      .select({ hash })
      .from(payoutTries)
      .where(inArray(payoutTries.payoutId, ownPayouts));
    await db.delete(paymentCallbacks).where(inArray(paymentCallbacks.tokenHash, hashes));
  }
  await db.update(payouts).set({ phoneNumber: null }).where(eq(payouts.farmerId, userId));
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
