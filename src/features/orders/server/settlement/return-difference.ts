/*
 * Returns what a buyer has paid too much, after the order's total fell. Each refund is a row of
 * payouts to the phone that paid, so it is sent, asked about and decided on like a farmer's payout.
 * The caller has locked the order, so a difference is returned once.
 */

import { settleOrder } from '#features/orders/rules/settlement.ts';
import type { Cents } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OrderRow } from '../orders/queries.ts';
import { insertPayout, movePayout } from '../payments/payouts/payout-queries.ts';
import { updateWaitingAttempts } from '../payments/pushes/attempt-queries.ts';
import {
  addReturned,
  listReceivedPayments,
  sumReceived,
} from '../payments/statements/payment-queries.ts';
import { findAmountDue } from './amount-due.ts';
import { countRefunds, listDueRefundsOf } from './refund-queries.ts';
import { limitCredit } from './take-credit.ts';

/**
 * Follows with the money after the total of a locked order fell.
 * @returns the order with its credit
 */
export async function settleLowerTotal(
  tx: Database,
  order: OrderRow,
  now: Date,
): Promise<OrderRow> {
  const settled = await limitCredit(tx, order);
  const amountCents = await findAmountDue(tx, settled);
  if (amountCents > 0) await updateWaitingAttempts(tx, { orderId: order.id, amountCents });
  await returnDifference(tx, settled, now);
  return settled;
}

/** Does nothing for an order that is not paid, or of which nothing was paid too much. */
export async function returnDifference(tx: Database, order: OrderRow, now: Date) {
  if (order.paymentMethod !== 'M-Pesa' || order.paymentStatus !== 'paid') return;
  const received = await sumReceived(tx, order.id);
  let leftCents = settleOrder({ ...order, ...received }).toRefundCents;
  if (leftCents === 0) return;
  let part = await countRefunds(tx, order.id);
  for (const payment of largeEnoughFirst(await listReceivedPayments(tx, order.id), leftCents)) {
    const amountCents = Math.min(leftCents, payment.countedCents);
    if (amountCents === 0) continue;
    leftCents -= amountCents;
    part += 1;
    await insertPayout(tx, {
      orderId: order.id,
      paymentId: payment.id,
      part,
      buyerId: order.buyerId,
      phoneNumber: payment.phoneNumber,
      amountCents,
      heldUntil: now,
      createdAt: now,
    });
    await addReturned(tx, { id: payment.id, cents: amountCents });
  }
}

/**
 * A payment that covers the whole refund comes first, because parts may be too small for M-Pesa.
 */
function largeEnoughFirst<Payment extends { countedCents: Cents }>(
  payments: Payment[],
  cents: Cents,
): Payment[] {
  const isEnough = ({ countedCents }: Payment) => countedCents >= cents;
  return [...payments.filter(isEnough), ...payments.filter((one) => !isEnough(one))];
}

/**
 * Calls off the refunds of a locked order that have not been tried. The whole payment is then due
 * back, except for what was sent before.
 */
export async function callOffRefunds(tx: Database, orderId: number) {
  for (const { id, paymentId, amountCents } of await listDueRefundsOf(tx, orderId)) {
    const isCalledOff = await movePayout(tx, { id, by: 'order', to: 'cancelled', from: 'due' });
    if (isCalledOff && paymentId !== null)
      await addReturned(tx, { id: paymentId, cents: -amountCents });
  }
}
