import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { acceptedStatuses } from '#orders/rules/order-facts.ts';
import { unsettledPayoutStatuses } from '#orders/rules/payment.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { ALL_DAYS, farmSumKinds, farmSums } from '#orders/server/settlement/tables.ts';
import { daysAfter, daysBetween, endOfDayInNairobi } from '#rules/day.ts';
import { isOnly, pick } from '#server/database.ts';
import { paymentAttempts, payments, payouts } from '../tables.ts';
import { countedCents } from './payment-queries.ts';

const buyers = people('buyer');

const columns = {
  ...pick(payments, 'id orderId method state receipt receivedAt'),
  firstName: buyers.firstName,
  lastName: buyers.lastName,
  amountCents: countedCents,
  payoutStatus: payouts.status,
  payoutCents: payouts.amountCents,
  payoutReceipt: payouts.receipt,
  payoutSettledAt: payouts.settledAt,
};

const fromFarm = (db: Database) =>
  db
    .select(columns)
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .leftJoin(buyers, eq(buyers.id, orders.buyerId))
    // The payout belongs to the first payment that counts.
    .leftJoin(
      payouts,
      and(
        eq(payouts.orderId, payments.orderId),
        isNull(payouts.paymentId),
        eq(payments.state, 'received'),
        sql`not exists (select from ${payments} earlier where earlier.order_id = ${payments.orderId}
          and earlier.state = 'received' and earlier.id < ${payments.id})`,
      ),
    );

export type PaymentRead = Awaited<ReturnType<typeof listPaymentRows>>[number];

/** Newest first. By payments_farmer. */
export async function listPaymentRows(
  db: Database,
  { farmerId, beforeId, limit }: { farmerId: number; beforeId: number | null; limit: number },
) {
  return fromFarm(db)
    .where(
      and(
        isOnly(payments.farmerId, farmerId),
        beforeId === null ? undefined : lt(payments.id, beforeId),
      ),
    )
    .orderBy(desc(payments.farmerId), desc(payments.id))
    .limit(limit);
}

/** Days in Nairobi. */
export type Span = { farmerId: number; from: Day; to: Day };

/** By payments_farmer_received. */
export async function listPaymentsBetween(
  db: Database,
  { farmerId, from, to, limit }: Span & { limit: number },
) {
  return fromFarm(db)
    .where(
      and(
        eq(payments.farmerId, farmerId),
        gte(payments.receivedAt, endOfDayInNairobi(daysAfter(from, -1))),
        lt(payments.receivedAt, endOfDayInNairobi(to)),
      ),
    )
    .orderBy(asc(payments.receivedAt), asc(payments.id))
    .limit(limit);
}

const sumOf = (amount: SQLWrapper) => sql`coalesce(sum(${amount}), 0)::float8`.mapWith(Number);

type Sums = Record<(typeof farmSumKinds)[number], { count: number; cents: number }>;

/** In cents; of all time by default. */
export async function readFarmSums(
  db: Database,
  { farmerId, from = ALL_DAYS, to = from }: Pick<Span, 'farmerId'> & Partial<Span>,
) {
  const rows = await db
    .select({
      kind: farmSums.kind,
      count: sumOf(farmSums.count),
      cents: sumOf(farmSums.cents),
    })
    .from(farmSums)
    .where(and(eq(farmSums.farmerId, farmerId), gte(farmSums.day, from), lte(farmSums.day, to)))
    .groupBy(farmSums.kind);
  const none = farmSumKinds.map((kind) => ({ kind, count: 0, cents: 0 }));
  const sums = [...none, ...rows].map(({ kind, ...sum }) => [kind, sum]);
  return Object.fromEntries(sums) as Sums;
}

/** Received, in cents. Oldest first, without days without money. */
export async function listFarmDays(db: Database, { farmerId, from, to }: Span) {
  return db
    .select({ day: farmSums.day, cents: sumOf(farmSums.cents) })
    .from(farmSums)
    .where(
      and(
        eq(farmSums.farmerId, farmerId),
        inArray(farmSums.kind, ['M-Pesa', 'Cash on delivery']),
        gte(farmSums.day, from),
        lte(farmSums.day, to),
      ),
    )
    .groupBy(farmSums.day)
    .orderBy(asc(farmSums.day))
    .limit(daysBetween(from, to) + 1);
}

/** By orders_farmer_status. */
export async function sumAwaited(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      cents: sumOf(orders.totalCents),
    })
    .from(orders)
    .where(
      and(
        eq(orders.farmerId, farmerId),
        inArray(orders.status, [...acceptedStatuses]),
        inArray(orders.paymentStatus, ['pending', 'processing', 'failed']),
      ),
    );
  return row ?? { count: 0, cents: 0 };
}

/** In cents. `heldUntil`: the end of the last hold. By payouts_farmer_open. */
export async function sumPayoutsDue(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      cents: sumOf(payouts.amountCents),
      heldUntil:
        sql<Date | null>`max(${payouts.heldUntil}) filter (where ${eq(payouts.status, 'due')})`.mapWith(
          payouts.heldUntil,
        ),
    })
    .from(payouts)
    .where(
      and(
        eq(payouts.farmerId, farmerId),
        // As in the index.
        sql`${payouts.status} <> 'paid'`,
        inArray(payouts.status, [...unsettledPayoutStatuses]),
      ),
    );
  return row ?? { cents: 0, heldUntil: null };
}

const farmers = people('farmer');
const small = alias(payouts, 'small');

type Columns = { receipt: AnyColumn; movedAt: AnyColumn };
type Which = (columns: Columns) => SQL | undefined;

/** A payout that was sent with smaller ones is one movement of their sum. */
async function listMoved(db: Database, which: Which, limit: number) {
  const ofPayments = await db
    .select({
      ...pick(payments, 'id orderId receipt'),
      // A request for several orders is one line of the statement.
      amountCents: sql`amount_cents + coalesce((
        select sum(others.amount_cents) from ${payments} others join ${paymentAttempts} own on own.id = others.attempt_id
        where own.pushed_with_id = ${payments}.attempt_id), 0)`.mapWith(Number),
      movedAt: payments.receivedAt,
    })
    .from(payments)
    .where(
      and(
        eq(payments.method, 'M-Pesa'),
        eq(payments.part, 0),
        which({ receipt: payments.receipt, movedAt: payments.receivedAt }),
      ),
    )
    .orderBy(asc(payments.receivedAt), asc(payments.id))
    .limit(limit);
  const ofRefunds = await db
    .select({
      id: payments.id,
      orderId: payments.orderId,
      receipt: payments.refundReceipt,
      amountCents: countedCents,
      movedAt: sql<Date>`${payments.refundedAt}`.mapWith(payments.receivedAt),
    })
    .from(payments)
    .where(
      and(
        isNotNull(payments.refundedAt),
        which({ receipt: payments.refundReceipt, movedAt: payments.refundedAt }),
      ),
    )
    .orderBy(asc(payments.refundedAt), asc(payments.id))
    .limit(limit);
  const ofPayouts = await db
    .select({
      ...pick(payouts, 'id orderId receipt paymentId'),
      amountCents: sql`${payouts.amountCents} + coalesce((
        select sum(${small.amountCents}) from ${payouts} small where ${small.sentWithId} = ${payouts.id}), 0)`.mapWith(
        Number,
      ),
      movedAt: sql<Date>`${payouts.settledAt}`.mapWith(payments.receivedAt),
      payee: sql<string | null>`${farmers.firstName} || ' ' || ${farmers.lastName}`,
    })
    .from(payouts)
    .leftJoin(farmers, eq(farmers.id, payouts.farmerId))
    .where(
      and(
        eq(payouts.status, 'paid'),
        isNotNull(payouts.settledAt),
        isNull(payouts.sentWithId),
        which({ receipt: payouts.receipt, movedAt: payouts.settledAt }),
      ),
    )
    .orderBy(asc(payouts.settledAt), asc(payouts.id))
    .limit(limit);
  return [
    ...ofPayments.map((row) => ({ kind: 'payment' as const, ...row, payee: null })),
    ...ofRefunds.map((row) => ({ kind: 'refund' as const, ...row, payee: null })),
    // Refunds of a difference are payouts to buyers.
    ...ofPayouts.map(({ paymentId, ...row }) => ({
      kind: paymentId === null ? ('payout' as const) : ('refund' as const),
      ...row,
    })),
  ];
}

export const listMoneyByReceipt = (db: Database, receipts: readonly string[]) =>
  listMoved(
    db,
    ({ receipt }) => sql`${receipt} = any(${sql.param(receipts)}::text[])`,
    Math.max(1, receipts.length),
  );

/** By payments_received, payments_refunded and payouts_settled. */
export const listMoneyBetween = (
  db: Database,
  { from, until, limit }: { from: Date; until: Date; limit: number },
) => listMoved(db, ({ movedAt }) => and(gte(movedAt, from), lt(movedAt, until)), limit);
