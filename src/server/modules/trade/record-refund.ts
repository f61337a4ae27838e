import type { Database } from '#server/db/connect.ts';
import { lockOrder } from '#server/modules/trade/orders/queries.ts';
import { setPaymentStatus } from '#server/modules/trade/orders/set-payment-status.ts';
import { isRefundReceiptKnown } from '#server/modules/trade/payments/statements/operator-queries.ts';
import { countPaymentsHere, findPayment, updatePayment } from '#server/modules/trade/payments/statements/payment-queries.ts';
import { shillingsOf } from '#shared/money.ts';

type Refund = { paymentId: number; receipt: string; now: Date };

export type RefundOutcome =
  | { outcome: 'recorded'; orderId: number /** KES. */; amount: number }
  | { outcome: 'unknown' | 'notDue' | 'receiptKnown' };

/** The operator has sent a payment back: writes down by which receipt, in the caller's transaction. */
export async function recordRefund(tx: Database, { paymentId, receipt, now }: Refund): Promise<RefundOutcome> {
  const found = await findPayment(tx, paymentId);
  if (!found) return { outcome: 'unknown' };
  const order = await lockOrder(tx, found.orderId);
  if (await isRefundReceiptKnown(tx, receipt)) return { outcome: 'receiptKnown' };
  const change = { state: 'refunded' as const, refundReceipt: receipt, refundedAt: now };
  if (!(await updatePayment(tx, { id: paymentId, from: 'refund_due', change }))) return { outcome: 'notDue' };
  // A second payment of an order goes back by itself; the order's own status follows when nothing is here any more, also not a
  // payment that its cancellation is yet to declare due.
  if (order && (await countPaymentsHere(tx, order.id)) === 0) {
    await setPaymentStatus(tx, order, { to: 'refunded', actor: 'operator', now, reason: receipt });
  }
  return { outcome: 'recorded', orderId: found.orderId, amount: shillingsOf(found.amountCents) };
}
