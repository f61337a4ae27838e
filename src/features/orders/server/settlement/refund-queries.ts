import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import { centsOf } from '#rules/amounts.ts';
import { pick } from '#server/database.ts';
import { orderLines, orders } from '../orders/tables.ts';
import { isAllConfirmed } from '../payments/statements/payment-queries.ts';
import { payouts } from '../payments/tables.ts';

const REFUNDS_MAX = 100;

export const countRefunds = (db: Database, orderId: number) =>
  db.$count(payouts, and(eq(payouts.orderId, orderId), gt(payouts.part, 0)));

const isUntried = and(eq(payouts.status, 'due'), isNull(payouts.originatorConversationId));

export async function listDueRefundsOf(tx: Database, orderId: number) {
  return tx
    .select(pick(payouts, 'id paymentId amountCents'))
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
) {
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
    .select(pick(payouts, 'orderId status amountCents receipt phoneNumber heldUntil settledAt'))
    .from(payouts)
    .where(
      and(inArray(payouts.orderId, orderIds), gt(payouts.part, 0), ne(payouts.status, 'cancelled')),
    )
    .orderBy(asc(payouts.orderId), asc(payouts.part))
    .limit(orderIds.length * REFUNDS_PER_ORDER_MAX);
}

const CREDITS_MAX = 100;

/** Skips one that is being sent with others. By payouts_buyer. */
export async function lockCredits(tx: Database, buyerId: number) {
  return tx
    .select({ id: payouts.id, amountCents: payouts.amountCents })
    .from(payouts)
    .where(
      and(
        eq(payouts.buyerId, buyerId),
        eq(payouts.status, 'due'),
        lt(payouts.amountCents, centsOf(PAYOUT_MIN_KES)),
        // M-Pesa may still report that an earlier try arrived.
        isNull(payouts.originatorConversationId),
        isAllConfirmed(payouts.orderId),
      ),
    )
    .orderBy(asc(payouts.id))
    .limit(CREDITS_MAX)
    .for('no key update', { skipLocked: true });
}

export async function takeCredits(
  tx: Database,
  { ids, orderId }: { ids: number[]; orderId: number },
) {
  await tx
    .update(payouts)
    .set({ status: 'credited', creditedOrderId: orderId })
    .where(and(inArray(payouts.id, ids), eq(payouts.status, 'due')));
}

/** By payouts_credited. */
export async function releaseCredits(tx: Database, orderId: number) {
  await tx
    .update(payouts)
    .set({ status: 'due', creditedOrderId: null })
    .where(and(eq(payouts.creditedOrderId, orderId), eq(payouts.status, 'credited')));
}

const PRE_ORDERS_MAX = 10_000;

/** The oldest first. By order_lines' product_id. */
export async function listWaiting(db: Database, own: { productId: number; farmerId: number }) {
  return db
    .select({
      id: orders.id,
      lineId: orderLines.id,
      quantity: orderLines.quantity,
      unit: orderLines.unit,
      isDepositPaid: sql<boolean>`${orders.depositPaidAt} is not null`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(orderLines.productId, own.productId),
        eq(orders.farmerId, own.farmerId),
        eq(orders.status, 'pending'),
        isNotNull(orders.harvestBy),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(PRE_ORDERS_MAX);
}

const LINES_MAX = 1000;

export type ChangeableLine = Awaited<ReturnType<typeof listChangeableLines>>[number];

export async function listChangeableLines(tx: Database, orderId: number) {
  return tx
    .select(
      pick(
        orderLines,
        'id productId name unit quantity orderedQuantity weighedQuantity priceCents totalCents',
      ),
    )
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id))
    .limit(LINES_MAX);
}

type LineChange = Partial<Omit<typeof orderLines.$inferInsert, 'id' | 'orderId'>>;

export async function updateLine(tx: Database, id: number, change: LineChange) {
  await tx.update(orderLines).set(change).where(eq(orderLines.id, id));
}
