import { setPaymentStatus } from '#orders/server/payments/set-payment-status.ts';
import { type Cents, shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PriceRecords } from '#products/server/price-records.ts';
import type { AttemptStatus } from '../rules/payment.ts';
import { lockOrder } from './orders/queries.ts';
import { bookMoney } from './payments/pushes/apply-result.ts';
import {
  type AttemptRow,
  findAttempt,
  findBlockingAttempt,
  lockAttempt,
  moveAttempt,
} from './payments/pushes/attempt-queries.ts';
import {
  confirmPayments,
  countPaymentsHere,
  findPayment,
  findPaymentOfAttempt,
  isReceiptKnown,
  isRefundReceiptKnown,
  movePayment,
} from './payments/statements/payment-queries.ts';

/** `money` is null if no money arrived. */
type ManualSettlement = {
  attemptId: number;
  money: { amountCents: Cents; receipt: string } | null;
  now: Date;
  by: { name: string; isApproved: boolean };
};

export type HandSettling =
  | {
      outcome: 'settled';
      attempt: AttemptRow;
      counts: boolean;
    }
  /** Somebody else had booked the same money. */
  | { outcome: 'confirmed' }
  | { outcome: 'unknown' | 'receiptKnown' }
  | { outcome: 'notPossible'; status: AttemptStatus };

/**
 * An amount that equals what is due pays for the order. Any other amount is due back. A booking by
 * a second person confirms the first.
 */
export async function settleByHand(
  tx: Database,
  { attemptId: id, money, now, by }: ManualSettlement,
  { priceRecords }: { priceRecords: PriceRecords },
): Promise<HandSettling> {
  const found = await findAttempt(tx, id);
  const order = found && (await lockOrder(tx, found.orderId));
  const attempt = order && (await lockAttempt(tx, id));
  if (!attempt) return { outcome: 'unknown' };
  if (money && (await isReceiptKnown(tx, money.receipt))) {
    const payment = await findPaymentOfAttempt(tx, id);
    if (!payment || !isSecondBooking(payment, { ...money, by })) return { outcome: 'receiptKnown' };
    await confirmPayments(tx, [payment.id], now);
    return { outcome: 'confirmed' };
  }
  const isMoved = await moveAttempt(tx, {
    id,
    by: 'operator',
    to: money ? 'paid' : 'failed',
    change: { settledAt: now },
  });
  if (!isMoved) return { outcome: 'notPossible', status: attempt.status };

  let counts = false;
  if (money) {
    const { amountCents, receipt } = money;
    counts = await bookMoney(
      tx,
      {
        order,
        attempt,
        amountCents,
        receipt,
        booking: { bookedBy: by.name, confirmedAt: by.isApproved ? now : null },
      },
      { actor: 'operator', now, priceRecords },
    );
  }
  if (!counts && !(await findBlockingAttempt(tx, order.id))) {
    await setPaymentStatus(tx, order, { to: 'failed', actor: 'operator', now });
  }
  return { outcome: 'settled', attempt, counts };
}

type Booked = NonNullable<Awaited<ReturnType<typeof findPaymentOfAttempt>>>;

const isSecondBooking = (
  { receipt, amountCents, bookedBy, confirmedAt }: Booked,
  second: { receipt: string; amountCents: Cents; by: { name: string } },
): boolean =>
  bookedBy !== null &&
  confirmedAt === null &&
  bookedBy.toLowerCase() !== second.by.name.toLowerCase() &&
  receipt === second.receipt &&
  amountCents === second.amountCents;

type Refund = { paymentId: number; receipt: string; now: Date };

export type RefundOutcome =
  | { outcome: 'recorded'; orderId: number; amount: number }
  | { outcome: 'unknown' | 'notDue' | 'receiptKnown' };

export async function recordRefund(
  tx: Database,
  { paymentId, receipt, now }: Refund,
): Promise<RefundOutcome> {
  const found = await findPayment(tx, paymentId);
  if (!found) return { outcome: 'unknown' };
  const order = await lockOrder(tx, found.orderId);
  if (await isRefundReceiptKnown(tx, receipt)) return { outcome: 'receiptKnown' };
  const change = { refundReceipt: receipt, refundedAt: now };
  if (!(await movePayment(tx, { id: paymentId, to: 'refunded', change })))
    return { outcome: 'notDue' };
  // The order counts as refunded once none of its payments remains.
  if (order && (await countPaymentsHere(tx, order.id)) === 0) {
    await setPaymentStatus(tx, order, { to: 'refunded', actor: 'operator', now, reason: receipt });
  }
  return {
    outcome: 'recorded',
    orderId: found.orderId,
    amount: shillingsOf(found.countedCents),
  };
}
