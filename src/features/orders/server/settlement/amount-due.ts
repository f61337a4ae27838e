import { PUSH_RINGS_SECONDS } from '#orders/rules/limits.ts';
import { awaitsMoney, mayPayDifference } from '#orders/rules/order.ts';
import type { Actor } from '#orders/rules/order-facts.ts';
import { billedCents, settleOrder, settleWeighing } from '#orders/rules/settlement.ts';
import type { Cents } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OrderRow } from '../orders/queries.ts';
import { findBlockingAttempt } from '../payments/pushes/attempt-queries.ts';
import { sumReceived } from '../payments/statements/payment-queries.ts';
import { listChangeableLines } from './refund-queries.ts';

/**
 * The price, or the difference for goods above the agreed weight, also while another payment is
 * under way. 0 if nothing is to be paid by M-Pesa.
 */
export async function findAmountDue(tx: Database, order: OrderRow): Promise<Cents> {
  if (awaitsMoney(order)) {
    const totalCents = billedCents(order);
    return settleOrder({ ...order, totalCents, ...(await sumReceived(tx, order.id)) }).toPayCents;
  }
  if (!mayPayDifference(order)) return 0;
  const { receivedCents } = await sumReceived(tx, order.id);
  const lines = await listChangeableLines(tx, order.id);
  return settleWeighing(order, lines, { receivedCents, isAgreed: true }).differenceCents;
}

/** Money that comes after the completion no longer counts. A phone rings only for a short time. */
export async function refuseWhileDifferenceIsPaid(
  tx: Database,
  order: OrderRow,
  { by, now }: { by: Actor; now: Date },
) {
  if (!mayPayDifference(order) || (await findAmountDue(tx, order)) === 0) return;
  const attempt = await findBlockingAttempt(tx, order.id);
  if (!attempt || attempt.status === 'held') return;
  if (now < secondsAfter(attempt.requestedAt, PUSH_RINGS_SECONDS))
    throw new AppError('PAYMENT_UNDER_WAY', { inputs: { by } });
}
