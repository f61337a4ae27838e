import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import {
  type PaymentState,
  paymentStateTransitions,
  statusesBefore,
} from '#orders/rules/payment.ts';
import { keepStatement, pick } from '#server/database.ts';
import { paymentAttempts, payments } from '../tables.ts';

/**
 * Refunds of a difference lower what counts of a payment; the credit that was used besides it
 * raises it.
 */
export const countedCents =
  sql`${payments.amountCents} - ${payments.returnedCents} + ${payments.creditCents}`.mapWith(
    Number,
  );

const isHere = sql`${payments.returnedCents} < ${payments.amountCents} + ${payments.creditCents}`;

export const isUnconfirmed = and(isNotNull(payments.bookedBy), isNull(payments.confirmedAt));

/** By payments_unconfirmed. */
export const isAllConfirmed = (orderId: SQLWrapper) =>
  sql<boolean>`not exists (select from ${payments} where ${payments.orderId} = ${orderId} and ${isUnconfirmed})`;

const paymentColumns = {
  ...pick(
    payments,
    'id orderId attemptId method state amountCents receipt part bookedBy confirmedAt',
  ),
  countedCents,
};

export async function insertPayment(
  db: Database,
  payment: Omit<typeof payments.$inferInsert, 'id'>,
) {
  const [row] = await db.insert(payments).values(payment).returning({ id: payments.id });
  if (!row) throw new Error('The payment was not stored');
  return row.id;
}

export async function findPayment(db: Database, id: number) {
  const [row] = await db.select(paymentColumns).from(payments).where(eq(payments.id, id));
  return row ?? null;
}

const countsFor = (orderId: number) =>
  and(eq(payments.orderId, orderId), eq(payments.state, 'received'));

export async function sumReceived(db: Database, orderId: number) {
  const [row] = await db
    .select({
      receivedCents: sql`coalesce(sum(${countedCents}), 0)`.mapWith(Number),
      usedCreditCents: sql`coalesce(sum(${payments.creditCents}), 0)`.mapWith(Number),
    })
    .from(payments)
    .where(countsFor(orderId));
  return row ?? { receivedCents: 0, usedCreditCents: 0 };
}

export async function listReceived(db: Database, orderIds: number[]) {
  const rows = await receivedStatement(db, { orderIds, most: orderIds.length });
  return new Map(rows.map(({ orderId, cents }) => [orderId, cents]));
}

const receivedStatement = keepStatement((db) =>
  db
    .select({
      orderId: payments.orderId,
      cents: sql`sum(${countedCents})`.mapWith(Number),
    })
    .from(payments)
    .where(
      and(
        sql`${payments.orderId} = any(${sql.placeholder('orderIds')}::int[])`,
        eq(payments.state, 'received'),
      ),
    )
    .groupBy(payments.orderId)
    .orderBy(payments.orderId)
    .limit(sql.placeholder('most')),
);

const PAYMENTS_PER_ORDER_MAX = 20;

export type OrderPayment = Awaited<ReturnType<typeof listOrderPayments>>[number];

export async function listOrderPayments(db: Database, orderIds: number[]) {
  return orderPaymentsStatement(db, { orderIds });
}

const orderPaymentsStatement = keepStatement((db) => {
  const own = db
    .select({
      ...pick(payments, 'id orderId state amountCents receipt refundReceipt refundedAt'),
      countedCents: countedCents.as('counted_cents'),
    })
    .from(payments)
    .where(and(eq(payments.orderId, sql`wanted.id`), eq(payments.method, 'M-Pesa')))
    .orderBy(asc(payments.id))
    .limit(PAYMENTS_PER_ORDER_MAX)
    .as('own');
  // A limit for all orders together would let one order hide the payments of another.
  return db
    .select(pick(own, 'orderId state amountCents countedCents receipt refundReceipt refundedAt'))
    .from(sql`unnest(${sql.placeholder('orderIds')}::int[]) as wanted (id)`)
    .crossJoinLateral(own)
    .orderBy(asc(own.orderId), asc(own.id));
});

export const countReceivedPayments = (db: Database, orderId: number) =>
  db.$count(payments, countsFor(orderId));

/** Except payments that have gone back as a difference. */
export async function returnPayments(db: Database, orderId: number) {
  const moved = await db
    .update(payments)
    .set({ state: 'refund_due' })
    .where(and(countsFor(orderId), isHere))
    .returning({ id: payments.id });
  return moved.length;
}

export async function listReceivedPayments(db: Database, orderId: number) {
  return db
    .select({ ...paymentColumns, phoneNumber: paymentAttempts.phoneNumber })
    .from(payments)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(countsFor(orderId))
    .orderBy(desc(payments.id))
    .limit(PAYMENTS_MAX);
}

/** More than ever count for one order. */
const PAYMENTS_MAX = 100;

/** Negative if a refund was called off. */
export async function addReturned(db: Database, { id, cents }: { id: number; cents: number }) {
  await db
    .update(payments)
    .set({ returnedCents: sql`${payments.returnedCents} + ${cents}` })
    .where(eq(payments.id, id));
}

/** That of the attempt first. Several if its push asked for several orders. */
export const listPaymentsOfPush = (db: Database, attemptId: number) =>
  db
    .select(paymentColumns)
    .from(payments)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, payments.attemptId))
    .where(or(eq(paymentAttempts.id, attemptId), eq(paymentAttempts.pushedWithId, attemptId)))
    .orderBy(asc(paymentAttempts.id))
    .limit(PAYMENTS_MAX);

/** By payments_receipt. */
export async function isReceiptKnown(db: Database, receipt: string) {
  return (await db.$count(payments, eq(payments.receipt, receipt))) > 0;
}

const UNCONFIRMED_MAX = 1000;

export async function listUnconfirmed(db: Database) {
  return db
    .select(paymentColumns)
    .from(payments)
    .where(isUnconfirmed)
    .orderBy(asc(payments.id))
    .limit(UNCONFIRMED_MAX);
}

export async function confirmPayments(db: Database, ids: readonly number[], now: Date) {
  if (ids.length > 0)
    await db
      .update(payments)
      .set({ confirmedAt: now })
      .where(and(inArray(payments.id, [...ids]), isUnconfirmed));
}

export async function isRefundReceiptKnown(db: Database, refundReceipt: string) {
  return (await db.$count(payments, eq(payments.refundReceipt, refundReceipt))) > 0;
}

type PaymentMove = {
  id: number;
  to: PaymentState;
  change?: Partial<Pick<typeof payments.$inferInsert, 'refundReceipt' | 'refundedAt'>>;
};

/** Returns false if the transition table does not allow the move. */
export async function movePayment(db: Database, { id, to, change }: PaymentMove) {
  const from = statusesBefore(paymentStateTransitions, to);
  const moved = await db
    .update(payments)
    .set({ ...change, state: to })
    .where(and(eq(payments.id, id), inArray(payments.state, from)))
    .returning({ id: payments.id });
  return moved.length > 0;
}

export async function setReceipt(db: Database, { id, receipt }: { id: number; receipt: string }) {
  await db
    .update(payments)
    .set({ receipt })
    .where(and(eq(payments.id, id), isNull(payments.receipt)));
}

export async function countPaymentsHere(db: Database, orderId: number) {
  return db.$count(
    payments,
    and(eq(payments.orderId, orderId), ne(payments.state, 'refunded'), isHere),
  );
}
