import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { union, unionAll } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/queries.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import type { PayoutStatus } from '#orders/rules/payment.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { isOnly, pick } from '#server/database.ts';
import { pushedSum } from '../pushes/attempt-queries.ts';
import { paymentAttempts, payments, payouts } from '../tables.ts';
import { countedCents, isUnconfirmed } from './payment-queries.ts';

const [buyers, farmers] = [people('buyer'), people('farmer')];

const isOneOf = (statuses: readonly PayoutStatus[], afterId: number) =>
  and(inArray(payouts.status, [...statuses]), gt(payouts.id, afterId));

/** By payments_refund_due. */
export async function listRefundsDue(db: Database) {
  return db
    .select({
      paymentId: payments.id,
      ...pick(payments, 'orderId receipt receivedAt'),
      amountCents: countedCents,
      phoneNumber: paymentAttempts.phoneNumber,
    })
    .from(payments)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(eq(payments.state, 'refund_due'))
    .orderBy(asc(payments.id))
    .limit(OPERATOR_LIST_MAX);
}

export async function listPayoutsOf(
  db: Database,
  statuses: readonly PayoutStatus[],
  afterId: number,
) {
  return db
    .select({
      payoutId: payouts.id,
      ...pick(
        payouts,
        'orderId status amountCents heldUntil paymentId receipt resultText sentAt sentWithId',
      ),
      email: sql<string | null>`coalesce(${farmers.email}, ${buyers.email})`,
      sentTo: payouts.phoneNumber,
      phoneNumber: farmers.phoneNumber,
      /** A refund goes to the number that paid, verified or not. */
      isVerified:
        sql`(${farmers.phoneVerifiedAt} is not null or ${payouts.paymentId} is not null)`.mapWith(
          Boolean,
        ),
    })
    .from(payouts)
    .leftJoin(farmers, eq(farmers.id, payouts.farmerId))
    .leftJoin(buyers, eq(buyers.id, payouts.buyerId))
    .where(isOneOf(statuses, afterId))
    .orderBy(asc(payouts.id))
    .limit(OPERATOR_LIST_MAX);
}

/**
 * With another amount than requested, or an unknown result. By payment_attempts_doubtful and
 * payments_unconfirmed.
 */
export async function listDoubtfulAttempts(db: Database) {
  const doubtful = db
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(sql`${paymentAttempts.status} in ('held', 'unknown')`);
  const unconfirmed = db
    .select({ id: sql<number>`${payments.attemptId}` })
    .from(payments)
    .where(and(isUnconfirmed, isNotNull(payments.attemptId)));
  return db
    .select({
      attemptId: paymentAttempts.id,
      ...pick(paymentAttempts, 'orderId status phoneNumber resultText requestedAt'),
      amountCents: pushedSum,
    })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.id, union(doubtful, unconfirmed)))
    .orderBy(asc(paymentAttempts.id))
    .limit(OPERATOR_LIST_MAX);
}

/** By payouts_due. */
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

export async function isPayoutReceiptKnown(db: Database, receipt: string) {
  return (await db.$count(payouts, eq(payouts.receipt, receipt))) > 0;
}

export async function findDeskOrder(db: Database, orderId: number) {
  const [row] = await db
    .select({
      ...pick(
        orders,
        'id status paymentStatus paymentMethod fulfilment subtotalCents deliveryFeeCents',
        'totalCents depositPaidAt harvestBy weighing weighingLeft note disputeAnswer',
        'disputeAnsweredAt createdAt',
      ),
      farmName: farms.name,
      buyer: personColumns(buyers),
      farmer: personColumns(farmers),
    })
    .from(orders)
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    .leftJoin(farmers, eq(farmers.id, orders.farmerId))
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(eq(orders.id, orderId));
  return row ?? null;
}

type People = typeof buyers | typeof farmers;
const personColumns = (of: People) =>
  pick(of, 'id firstName lastName email phoneNumber phoneVerifiedAt suspendedAt');

const MONEY_ROWS_MAX = 50;

export const listDeskPayments = (db: Database, orderId: number) =>
  db
    .select({
      ...pick(
        payments,
        'id method state amountCents receipt refundReceipt receivedAt attemptId bookedBy',
        'confirmedAt',
      ),
      countedCents,
      phoneNumber: paymentAttempts.phoneNumber,
      isOfSeveral:
        sql`num_nonnulls(${paymentAttempts.pushedCents}, ${paymentAttempts.pushedWithId}) > 0`.mapWith(
          Boolean,
        ),
    })
    .from(payments)
    .leftJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.id))
    .limit(MONEY_ROWS_MAX);

export const listDeskAttempts = (db: Database, orderId: number) =>
  db
    .select({
      ...pick(paymentAttempts, 'id status phoneNumber resultText requestedAt'),
      amountCents: pushedSum,
    })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.id))
    .limit(MONEY_ROWS_MAX);

export const listDeskPayouts = (db: Database, orderId: number) =>
  db
    .select({
      ...pick(
        payouts,
        'id paymentId status amountCents receipt resultText heldUntil createdAt sentAt sentWithId',
      ),
      sentTo: payouts.phoneNumber,
      smallOnes:
        sql`(select count(*) from ${payouts} small where small.sent_with_id = ${payouts.id})`.mapWith(
          Number,
        ),
    })
    .from(payouts)
    .where(eq(payouts.orderId, orderId))
    .orderBy(asc(payouts.part))
    .limit(MONEY_ROWS_MAX);

export async function findOrderOf(
  db: Database,
  subject: { paymentId: number } | { attemptId: number } | { payoutId: number },
) {
  const [table, id] =
    'paymentId' in subject
      ? [payments, subject.paymentId]
      : 'attemptId' in subject
        ? [paymentAttempts, subject.attemptId]
        : [payouts, subject.payoutId];
  const [row] = await db.select({ orderId: table.orderId }).from(table).where(eq(table.id, id));
  return row?.orderId ?? null;
}

export async function listOrdersOfReceipt(db: Database, receipt: string) {
  const came = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(or(eq(payments.receipt, receipt), eq(payments.refundReceipt, receipt)))
    .orderBy(desc(payments.id))
    .limit(MONEY_ROWS_MAX);
  const went = await db
    .select({ orderId: payouts.orderId })
    .from(payouts)
    .where(eq(payouts.receipt, receipt))
    .limit(1);
  return [...new Set([...came, ...went].map(({ orderId }) => orderId))];
}

const DESK_ORDERS = 20;

const deskRow = {
  ...pick(orders, 'fulfilment id status paymentStatus depositPaidAt totalCents createdAt'),
  farmName: farms.name,
};

/** By orders_buyer and orders_farmer. */
export function listDeskOrders(db: Database, personId: number) {
  const newestOf = (column: typeof orders.buyerId | typeof orders.farmerId) =>
    db
      .select({ id: orders.id })
      .from(orders)
      .where(isOnly(column, personId))
      .orderBy(desc(column), desc(orders.id))
      .limit(DESK_ORDERS);
  const ids = unionAll(newestOf(orders.buyerId), newestOf(orders.farmerId));
  return db
    .select(deskRow)
    .from(orders)
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(inArray(orders.id, ids))
    .orderBy(desc(orders.id))
    .limit(DESK_ORDERS);
}

/** The caller bounds how many. */
export const listDeskOrdersOf = (db: Database, ids: number[]) =>
  db
    .select(deskRow)
    .from(orders)
    .leftJoin(farms, eq(farms.userId, orders.farmerId))
    .where(inArray(orders.id, ids))
    .orderBy(desc(orders.id))
    .limit(ids.length);
