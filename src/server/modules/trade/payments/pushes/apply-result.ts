import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';
import type { OrderRow } from '#server/modules/trade/orders/queries.ts';
import { setPaymentStatus } from '#server/modules/trade/orders/set-payment-status.ts';
import { insertPayment, isReceiptKnown } from '#server/modules/trade/payments/statements/payment-queries.ts';
import { shillingsOf } from '#shared/money.ts';
import { paymentTransitions, returnedStatuses } from '#shared/order.ts';
import { openAttemptStatuses } from '#shared/payment.ts';
import { type AttemptRow, findBlockingAttempt, updateAttempt } from './attempt-queries.ts';
import { pushAgainLater } from './push-again.ts';
import type { PushClaim } from './read-push-callback.ts';

/** An order and one of its attempts, both held, and what is now known of the attempt. */
type Settled = { order: OrderRow; attempt: AttemptRow; result: { resultCode: string | null; resultText: string | null } };
type Needs = { clock: Clock; log: Logger; metrics: Metrics };

/** Money is here: it counts for the order, or is due back, or is another amount than was asked for and the operator's to look at. */
export async function applySuccess(tx: Database, settled: Settled & { claims: PushClaim[] }, { clock, log, metrics }: Needs) {
  const { order, attempt, result, claims } = settled;
  const now = clock();
  const from = [...openAttemptStatuses, 'failed'] as const;
  const change = { ...result, checkoutRequestId: attempt.checkoutRequestId, settledAt: now };
  const otherAmount = claims.find(({ amountCents }) => amountCents !== null && amountCents !== attempt.amountCents)?.amountCents;
  if (otherAmount !== undefined || attempt.amountCents !== order.totalCents) {
    const named = shillingsOf(otherAmount ?? attempt.amountCents);
    const resultText = `paid KES ${named}, for an order of KES ${shillingsOf(order.totalCents)}`;
    const isHeld = await updateAttempt(tx, { id: attempt.id, from, change: { ...change, status: 'held', resultText } });
    if (isHeld) metrics.payments.inc({ outcome: 'held' });
    if (isHeld) log.warn({ attemptId: attempt.id, orderId: order.id }, 'a payment of another amount is held for the operator');
    return;
  }
  if (!(await updateAttempt(tx, { id: attempt.id, from, change: { ...change, status: 'paid' } }))) return;
  await bookMoney(tx, { order, attempt, receipt: await freeReceipt(tx, claims) }, { actor: 'mpesa', now });
  metrics.payments.inc({ outcome: 'paid' });
  log.info({ attemptId: attempt.id, orderId: order.id }, 'a payment is settled');
}

type Money = { order: OrderRow; attempt: Pick<AttemptRow, 'id' | 'amountCents'>; receipt: string | null };

/**
 * Writes down money of a push: as the order's payment, or, where the order needs none (any more), as due back.
 * @returns whether it pays for the order
 */
export async function bookMoney(
  tx: Database,
  { order, attempt, receipt }: Money,
  { actor, now }: { actor: 'mpesa' | 'operator'; now: Date },
): Promise<boolean> {
  const isReturned = returnedStatuses.some((status) => status === order.status);
  const counts =
    !isReturned && attempt.amountCents === order.totalCents && paymentTransitions[order.paymentStatus].includes('paid');
  await insertPayment(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    method: 'M-Pesa',
    state: counts ? 'received' : 'refund_due',
    amountCents: attempt.amountCents,
    receipt,
    receivedAt: now,
  });
  if (counts) await setPaymentStatus(tx, order, { to: 'paid', actor, now });
  // Of an order that is paid already its own money stays where it is: only the second payment goes back.
  else if (isReturned && order.paymentStatus !== 'paid') await setPaymentStatus(tx, order, { to: 'refund_due', actor, now });
  return counts;
}

/** The receipt that the callbacks name, unless it stands on another payment: a receipt belongs to one. */
async function freeReceipt(tx: Database, claims: PushClaim[]): Promise<string | null> {
  for (const { receipt } of claims) if (receipt && !(await isReceiptKnown(tx, receipt))) return receipt;
  return null;
}

/**
 * No money came of it. The order may be paid again, unless another attempt is still open or held, or M-Pesa only put the push off: then
 * the phone is asked again by itself.
 */
export async function applyFailure(tx: Database, { order, attempt, result }: Settled, { clock, log, metrics }: Needs) {
  const now = clock();
  const { id, checkoutRequestId } = attempt;
  const change = { ...result, checkoutRequestId, status: 'failed' as const, settledAt: now };
  if (!(await updateAttempt(tx, { id, from: openAttemptStatuses, change }))) return;
  const isOpen =
    (await findBlockingAttempt(tx, order.id)) !== null ||
    (await pushAgainLater(tx, { order, attempt, resultCode: result.resultCode }, { clock }));
  if (!isOpen) await setPaymentStatus(tx, order, { to: 'failed', actor: 'mpesa', now });
  metrics.payments.inc({ outcome: 'failed' });
  log.info({ attemptId: id, orderId: order.id, resultCode: result.resultCode }, 'a payment failed');
}
