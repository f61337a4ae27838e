import {
  type AnyColumn,
  and,
  asc,
  eq,
  gte,
  isNotNull,
  isNull,
  lt,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { people } from '#accounts/server/people-queries.ts';
import { payments, payouts } from '#orders/server/payments/tables.ts';
import type { Database } from '#platform/server/db/database.ts';
import { countedCents } from './payment-queries.ts';

/* A payout that was sent with smaller ones is one movement of their sum. */

export type MovedMoney = {
  kind: 'payment' | 'refund' | 'payout';
  id: number;
  orderId: number;
  receipt: string | null;
  amountCents: number;
  movedAt: Date;
  payee: string | null;
};

const farmers = people('farmer');
const small = alias(payouts, 'small');

type Columns = { receipt: AnyColumn; movedAt: AnyColumn };
type Which = (columns: Columns) => SQL | undefined;

async function listMoved(db: Database, which: Which, limit: number): Promise<MovedMoney[]> {
  const ofPayments = await db
    .select({
      id: payments.id,
      orderId: payments.orderId,
      receipt: payments.receipt,
      amountCents: payments.amountCents,
      movedAt: payments.receivedAt,
    })
    .from(payments)
    .where(
      and(
        eq(payments.method, 'M-Pesa'),
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
      id: payouts.id,
      orderId: payouts.orderId,
      receipt: payouts.receipt,
      amountCents: sql`${payouts.amountCents} + coalesce((
        select sum(${small.amountCents}) from ${payouts} small where ${small.sentWithId} = ${payouts.id}), 0)`.mapWith(
        Number,
      ),
      movedAt: sql<Date>`${payouts.settledAt}`.mapWith(payments.receivedAt),
      paymentId: payouts.paymentId,
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
