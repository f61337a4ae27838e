import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import { payouts } from '#orders/server/tables/payments.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';

const REFUNDS_MAX = 100;

export const countRefunds = (db: Database, orderId: number) =>
  db.$count(payouts, and(eq(payouts.orderId, orderId), gt(payouts.part, 0)));

const isUntried = and(eq(payouts.status, 'due'), isNull(payouts.originatorConversationId));

export async function listDueRefundsOf(tx: Database, orderId: number) {
  return tx
    .select({ id: payouts.id, paymentId: payouts.paymentId, amountCents: payouts.amountCents })
    .from(payouts)
    .where(and(eq(payouts.orderId, orderId), gt(payouts.part, 0), isUntried))
    .orderBy(asc(payouts.part))
    .limit(REFUNDS_MAX);
}

/**
 * The refund is sent no later than before. Returns false if another order has used it meanwhile.
 */
export async function raiseRefund(
  tx: Database,
  { id, cents, heldUntil }: { id: number; cents: Cents; heldUntil: Date },
): Promise<boolean> {
  const raised = await tx
    .update(payouts)
    .set({
      amountCents: sql`${payouts.amountCents} + ${cents}`,
      heldUntil: sql`least(${payouts.heldUntil}, ${heldUntil.toISOString()}::timestamptz)`,
    })
    .where(and(eq(payouts.id, id), isUntried))
    .returning({ id: payouts.id });
  return raised.length > 0;
}

export async function releaseRefunds(tx: Database, orderId: number, now: Date) {
  await tx
    .update(payouts)
    .set({ heldUntil: now })
    .where(
      and(eq(payouts.orderId, orderId), gt(payouts.part, 0), isUntried, gt(payouts.heldUntil, now)),
    );
}

const REFUNDS_PER_ORDER_MAX = 20;

export type RefundRead = Awaited<ReturnType<typeof listRefunds>>[number];

export async function listRefunds(db: Database, orderIds: number[]) {
  return db
    .select({
      orderId: payouts.orderId,
      status: payouts.status,
      amountCents: payouts.amountCents,
      receipt: payouts.receipt,
      phoneNumber: payouts.phoneNumber,
      heldUntil: payouts.heldUntil,
      settledAt: payouts.settledAt,
    })
    .from(payouts)
    .where(
      and(inArray(payouts.orderId, orderIds), gt(payouts.part, 0), ne(payouts.status, 'cancelled')),
    )
    .orderBy(asc(payouts.orderId), asc(payouts.part))
    .limit(orderIds.length * REFUNDS_PER_ORDER_MAX);
}
