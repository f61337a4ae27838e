import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { people } from '#features/accounts/server/people-queries.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import type { PayoutStatus } from '#features/orders/rules/payment.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
import { paymentAttempts, payments, payouts } from '#features/orders/server/tables/payments.ts';
import type { Database } from '#platform/server/db/database.ts';

const farmers = people('farmer');

const isRefundDue = eq(payments.state, 'refund_due');
const isDoubtful = inArray(paymentAttempts.status, ['held', 'unknown']);
const isOneOf = (statuses: readonly PayoutStatus[], afterId: number) =>
  and(inArray(payouts.status, [...statuses]), gt(payouts.id, afterId));

/** Payments that are due back, oldest first, with the paying number. By payments_refund_due. */
export async function listRefundsDue(db: Database) {
  return db
    .select({
      paymentId: payments.id,
      orderId: payments.orderId,
      amountCents: payments.amountCents,
      receipt: payments.receipt,
      phoneNumber: paymentAttempts.phoneNumber,
      receivedAt: payments.receivedAt,
      orderStatus: orders.status,
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(isRefundDue)
    .orderBy(asc(payments.id))
    .limit(OPERATOR_LIST_MAX);
}

/**
 * Payouts with these statuses after `afterId`, oldest first, with their recipients.
 */
export async function listPayoutsOf(
  db: Database,
  statuses: readonly PayoutStatus[],
  afterId: number,
) {
  return db
    .select({
      payoutId: payouts.id,
      orderId: payouts.orderId,
      status: payouts.status,
      amountCents: payouts.amountCents,
      heldUntil: payouts.heldUntil,
      farmerEmail: farmers.email,
      /** The number it was sent to. `phoneNumber` is the current one. */
      sentTo: payouts.phoneNumber,
      phoneNumber: farmers.phoneNumber,
      isVerified: isNotNull(farmers.phoneVerifiedAt).mapWith(Boolean),
      receipt: payouts.receipt,
      resultText: payouts.resultText,
      sentAt: payouts.sentAt,
      /** For a payout too small for M-Pesa: the payout that it was sent with. */
      sentWithId: payouts.sentWithId,
    })
    .from(payouts)
    .leftJoin(farmers, eq(farmers.id, payouts.farmerId))
    .where(isOneOf(statuses, afterId))
    .orderBy(asc(payouts.id))
    .limit(OPERATOR_LIST_MAX);
}

/**
 * Attempts that brought another amount than requested, or whose result is unknown, oldest first.
 */
export async function listDoubtfulAttempts(db: Database) {
  return db
    .select({
      attemptId: paymentAttempts.id,
      orderId: paymentAttempts.orderId,
      status: paymentAttempts.status,
      amountCents: paymentAttempts.amountCents,
      phoneNumber: paymentAttempts.phoneNumber,
      resultText: paymentAttempts.resultText,
      requestedAt: paymentAttempts.requestedAt,
      orderStatus: orders.status,
    })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(isDoubtful)
    .orderBy(asc(paymentAttempts.id))
    .limit(OPERATOR_LIST_MAX);
}

export const countRefundsDue = (db: Database) => db.$count(payments, isRefundDue);

export const countPayoutsOf = (db: Database, statuses: readonly PayoutStatus[], afterId: number) =>
  db.$count(payouts, isOneOf(statuses, afterId));

/** The number and sum of due payouts to farmers with an unverified number. By payouts_due. */
export async function sumUnverifiedPayouts(db: Database) {
  const [row] = await db
    .select({
      number: sql<number>`count(*)::int`,
      amountCents: sql<number>`coalesce(sum(${payouts.amountCents}), 0)`.mapWith(Number),
    })
    .from(payouts)
    .innerJoin(farmers, eq(farmers.id, payouts.farmerId))
    .where(and(eq(payouts.status, 'due'), isNull(farmers.phoneVerifiedAt)));
  return row ?? { number: 0, amountCents: 0 };
}

export const countDoubtfulAttempts = (db: Database) => db.$count(paymentAttempts, isDoubtful);

/** Whether a refund already has this receipt. By its unique index. */
export async function isRefundReceiptKnown(db: Database, refundReceipt: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.refundReceipt, refundReceipt))
    .limit(1);
  return rows.length > 0;
}

/** Whether a payout already has this receipt. By its unique index. */
export async function isPayoutReceiptKnown(db: Database, receipt: string): Promise<boolean> {
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(eq(payouts.receipt, receipt))
    .limit(1);
  return rows.length > 0;
}
