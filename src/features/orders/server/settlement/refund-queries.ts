import { and, asc, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import { payouts } from '#features/orders/server/tables/payments.ts';
import type { Database } from '#platform/server/db/database.ts';

const REFUNDS_MAX = 100;

/** How many refunds of a difference an order has had. By payouts_order_part. */
export const countRefunds = (db: Database, orderId: number) =>
  db.$count(payouts, and(eq(payouts.orderId, orderId), gt(payouts.part, 0)));

/** The refunds of a locked order that have not been tried. */
export async function listDueRefundsOf(tx: Database, orderId: number) {
  return tx
    .select({ id: payouts.id, paymentId: payouts.paymentId, amountCents: payouts.amountCents })
    .from(payouts)
    .where(
      and(
        eq(payouts.orderId, orderId),
        gt(payouts.part, 0),
        eq(payouts.status, 'due'),
        isNull(payouts.originatorConversationId),
      ),
    )
    .orderBy(asc(payouts.part))
    .limit(REFUNDS_MAX);
}

const REFUNDS_PER_ORDER_MAX = 20;

export type RefundRead = Awaited<ReturnType<typeof listRefunds>>[number];

/** The refunds of a difference of these orders, oldest first. By payouts_order_part. */
export async function listRefunds(db: Database, orderIds: number[]) {
  return db
    .select({
      orderId: payouts.orderId,
      status: payouts.status,
      amountCents: payouts.amountCents,
      receipt: payouts.receipt,
      phoneNumber: payouts.phoneNumber,
    })
    .from(payouts)
    .where(
      and(inArray(payouts.orderId, orderIds), gt(payouts.part, 0), ne(payouts.status, 'cancelled')),
    )
    .orderBy(asc(payouts.orderId), asc(payouts.part))
    .limit(orderIds.length * REFUNDS_PER_ORDER_MAX);
}
