/*
 * Returns what a buyer has paid too much, after the order's total fell. Each refund is a payout to
 * the phone that paid. The order is locked, so a difference is returned once. Until the order is
 * dispatched, its differences are collected in one refund.
 */

import { DIFFERENCES_COLLECTED_SECONDS } from '#orders/rules/limits.ts';
import { type Actor, isToSend, type PaymentStatus } from '#orders/rules/order-facts.ts';
import { settleOrder } from '#orders/rules/settlement.ts';
import { setPaymentStatus } from '#orders/server/payments/set-payment-status.ts';
import type { Cents } from '#platform/rules/money.ts';
import { secondsAfter } from '#platform/server/clock.ts';
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
import { countRefunds, listDueRefundsOf, raiseRefund } from './refund-queries.ts';
import { limitCredit } from './take-credit.ts';

export async function settleLowerTotal(
  tx: Database,
  order: OrderRow,
  now: Date,
): Promise<OrderRow> {
  const settled = await limitCredit(tx, order);
  const amountCents = await findAmountDue(tx, settled);
  if (amountCents > 0) await updateWaitingAttempts(tx, { orderId: order.id, amountCents });
  await returnDifference(tx, settled, now);
  const paymentStatus = await settleCovered(tx, settled, { actor: 'farmer', now });
  return { ...settled, paymentStatus };
}

/** A deposit that covers the harvest pays the order; the excess goes back. */
export async function settleCovered(
  tx: Database,
  order: OrderRow,
  step: { actor: Actor; now: Date },
): Promise<PaymentStatus> {
  const isCovered =
    isToSend(order.status) &&
    order.depositPaidAt !== null &&
    (await findAmountDue(tx, order)) === 0;
  if (!isCovered || !(await setPaymentStatus(tx, order, { to: 'paid', ...step })))
    return order.paymentStatus;
  await returnDifference(tx, { ...order, paymentStatus: 'paid' }, step.now);
  return 'paid';
}

export async function returnDifference(tx: Database, order: OrderRow, now: Date) {
  if (order.paymentMethod !== 'M-Pesa' || order.paymentStatus !== 'paid') return;
  const received = await sumReceived(tx, order.id);
  const { toRefundCents } = settleOrder({ ...order, ...received });
  const heldUntil = isToSend(order.status) ? secondsAfter(now, DIFFERENCES_COLLECTED_SECONDS) : now;
  await returnReceived(tx, order, { cents: toRefundCents, now, heldUntil });
}

export async function returnDeposit(tx: Database, order: OrderRow, now: Date) {
  if (order.depositPaidAt === null || order.paymentStatus === 'paid') return;
  const { receivedCents } = await sumReceived(tx, order.id);
  await returnReceived(tx, order, { cents: receivedCents, now });
}

/**
 * Takes the latest payment that covers the amount first. An untried refund of the same payment
 * grows instead.
 */
export async function returnReceived(
  tx: Database,
  order: OrderRow,
  { cents, now, heldUntil = now }: { cents: Cents; now: Date; heldUntil?: Date },
) {
  if (cents === 0) return;
  let leftCents = cents;
  const due = await listDueRefundsOf(tx, order.id);
  let part = await countRefunds(tx, order.id);
  for (const payment of largeEnoughFirst(await listReceivedPayments(tx, order.id), leftCents)) {
    const amountCents = Math.min(leftCents, payment.countedCents);
    if (amountCents === 0) continue;
    leftCents -= amountCents;
    await addReturned(tx, { id: payment.id, cents: amountCents });
    const waiting = due.find(({ paymentId }) => paymentId === payment.id);
    if (waiting && (await raiseRefund(tx, { id: waiting.id, cents: amountCents, heldUntil })))
      continue;
    part += 1;
    await insertPayout(tx, {
      orderId: order.id,
      paymentId: payment.id,
      part,
      buyerId: order.buyerId,
      phoneNumber: payment.phoneNumber,
      amountCents,
      heldUntil,
      createdAt: now,
    });
  }
}

/** Parts may be too small for M-Pesa. */
function largeEnoughFirst<Payment extends { countedCents: Cents }>(
  payments: Payment[],
  cents: Cents,
): Payment[] {
  const isEnough = ({ countedCents }: Payment) => countedCents >= cents;
  return [...payments.filter(isEnough), ...payments.filter((one) => !isEnough(one))];
}

/** The whole payment is then due back, except for what was sent before. */
export async function callOffRefunds(tx: Database, orderId: number) {
  for (const { id, paymentId, amountCents } of await listDueRefundsOf(tx, orderId)) {
    const isCalledOff = await movePayout(tx, { id, by: 'order', to: 'cancelled', from: 'due' });
    if (isCalledOff && paymentId !== null)
      await addReturned(tx, { id: paymentId, cents: -amountCents });
  }
}
