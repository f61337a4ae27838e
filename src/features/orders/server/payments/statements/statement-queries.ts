import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import { people } from '#accounts/server/people-queries.ts';
import { acceptedStatuses } from '#orders/rules/order-facts.ts';
import { unsettledPayoutStatuses } from '#orders/rules/payment.ts';
import { orders } from '#orders/server/orders/tables.ts';
import {
  ALL_DAYS,
  farmSumKinds,
  farmSums,
  payments,
  payouts,
} from '#orders/server/payments/tables.ts';
import { type Day, daysAfter, daysBetween, endOfDayInNairobi } from '#platform/rules/day.ts';
import { type Database, isOnly } from '#platform/server/db/database.ts';
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
): Promise<Sums> {
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
