import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { acceptedStatuses } from '#orders/rules/order-facts.ts';
import { unsettledPayoutStatuses } from '#orders/rules/payment.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { payments, payouts } from '#orders/server/payments/tables.ts';
import { type Day, dayInNairobi, daysBetween } from '#platform/rules/day.ts';
import type { Database } from '#platform/server/db/database.ts';
import { countedCents } from './payment-queries.ts';

const buyers = people('buyer');

const columns = {
  id: payments.id,
  orderId: payments.orderId,
  firstName: buyers.firstName,
  lastName: buyers.lastName,
  amountCents: countedCents,
  method: payments.method,
  state: payments.state,
  receipt: payments.receipt,
  receivedAt: payments.receivedAt,
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

/** Newest first. By orders_farmer, then payments_order. */
export async function listPaymentRows(
  db: Database,
  { farmerId, beforeId, limit }: { farmerId: number; beforeId: number | null; limit: number },
) {
  return fromFarm(db)
    .where(
      and(eq(orders.farmerId, farmerId), beforeId === null ? undefined : lt(payments.id, beforeId)),
    )
    .orderBy(desc(payments.id))
    .limit(limit);
}

export type Span = { farmerId: number; from: Date; until: Date };

const inSpan = ({ farmerId, from, until }: Span) =>
  and(
    eq(orders.farmerId, farmerId),
    gte(payments.receivedAt, from),
    lt(payments.receivedAt, until),
  );

export async function listPaymentsBetween(
  db: Database,
  { limit, ...span }: Span & { limit: number },
) {
  return fromFarm(db)
    .where(inSpan(span))
    .orderBy(asc(payments.receivedAt), asc(payments.id))
    .limit(limit);
}

/** A float, because the driver reads the database's own type of a sum as a string. */
const centsWhere = (amount: SQL, condition: SQL | undefined) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${condition ?? sql`true`}), 0)::float8`.mapWith(
    Number,
  );
const countWhere = (condition: SQL | undefined) =>
  sql<number>`count(*) filter (where ${condition ?? sql`true`})::int`.mapWith(Number);
const isReceived = eq(payments.state, 'received');

/** In cents. */
export async function sumPaymentsBetween(db: Database, span: Span) {
  const [row] = await db
    .select({
      count: countWhere(isReceived),
      receivedCents: centsWhere(sql`(${countedCents})`, isReceived),
      mpesaCents: centsWhere(
        sql`(${countedCents})`,
        and(isReceived, eq(payments.method, 'M-Pesa')),
      ),
      cashCents: centsWhere(
        sql`(${countedCents})`,
        and(isReceived, eq(payments.method, 'Cash on delivery')),
      ),
      refundedCents: centsWhere(
        sql`(${countedCents})`,
        inArray(payments.state, ['refund_due', 'refunded']),
      ),
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(inSpan(span));
  return row ?? { count: 0, receivedCents: 0, mpesaCents: 0, cashCents: 0, refundedCents: 0 };
}

/** Oldest first, without days without money. */
export async function sumPaymentsByDay(db: Database, { farmerId, from, until }: Span) {
  const day = sql<Day>`to_char(${payments.receivedAt} at time zone 'Africa/Nairobi', 'YYYY-MM-DD')`;
  return db
    .select({ day, cents: centsWhere(sql`(${countedCents})`, isReceived) })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(inSpan({ farmerId, from, until }), isReceived))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .limit(daysBetween(dayInNairobi(from), dayInNairobi(until)) + 1);
}

/** In cents. By payouts_farmer. */
export async function sumPayoutsBetween(
  db: Database,
  { farmerId, from, until }: Span,
): Promise<number> {
  const [row] = await db
    .select({ cents: centsWhere(sql`${payouts.amountCents}`, undefined) })
    .from(payouts)
    .where(
      and(
        eq(payouts.farmerId, farmerId),
        eq(payouts.status, 'paid'),
        gte(payouts.settledAt, from),
        lt(payouts.settledAt, until),
      ),
    );
  return row?.cents ?? 0;
}

export async function sumPayments(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      receivedCents: centsWhere(sql`(${countedCents})`, isReceived),
      cashCents: centsWhere(
        sql`(${countedCents})`,
        and(isReceived, eq(payments.method, 'Cash on delivery')),
      ),
      mpesaCount: countWhere(and(isReceived, eq(payments.method, 'M-Pesa'))),
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(orders.farmerId, farmerId));
  return row ?? { receivedCents: 0, cashCents: 0, mpesaCount: 0 };
}

/** By orders_farmer_status. */
export async function sumAwaited(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      count: countWhere(undefined),
      cents: centsWhere(sql`${orders.totalCents}`, undefined),
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

/** In cents. `heldUntil`: the end of the last hold. By payouts_farmer. */
export async function sumPayouts(db: Database, farmerId: number) {
  const [row] = await db
    .select({
      dueCents: centsWhere(
        sql`${payouts.amountCents}`,
        inArray(payouts.status, [...unsettledPayoutStatuses]),
      ),
      paidCents: centsWhere(sql`${payouts.amountCents}`, eq(payouts.status, 'paid')),
      heldUntil:
        sql<Date | null>`max(${payouts.heldUntil}) filter (where ${eq(payouts.status, 'due')})`.mapWith(
          payouts.heldUntil,
        ),
    })
    .from(payouts)
    .where(eq(payouts.farmerId, farmerId));
  return row ?? { dueCents: 0, paidCents: 0, heldUntil: null };
}
