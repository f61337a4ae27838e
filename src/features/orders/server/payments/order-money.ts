/*
 * What an order's steps mean for the money behind it. Each is called in the transaction that moves
 * the order, with the order locked, so that a completed order without its payout, or a cancelled
 * one without its refund, never exists.
 */

import { completionDisputableUntil } from '#features/orders/rules/order.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OrderRow } from '../orders/queries.ts';
import {
  findPayee,
  findPayoutOfOrder,
  insertPayout,
  movePayout,
} from './payouts/payout-queries.ts';
import { findReceivedPayment, insertPayment, movePayment } from './statements/payment-queries.ts';

/**
 * Of a completed order that is paid: what came by M-Pesa is owed to the farmer, and cash is written
 * down as received. Changes nothing when it was booked before.
 */
export async function bookCompletion(tx: Database, order: OrderRow, now: Date) {
  if (order.paymentStatus !== 'paid') return;
  if (order.paymentMethod === 'Cash on delivery') await bookCash(tx, order, now);
  else await owePayout(tx, order, now);
}

/**
 * Of a cancelled order: what was paid for it is due back, and nothing is paid out. Changes nothing
 * when it was booked before.
 */
export async function bookCancellation(tx: Database, orderId: number) {
  const payment = await findReceivedPayment(tx, orderId);
  if (payment) await movePayment(tx, { id: payment.id, to: 'refund_due' });
  await callOffPayout(tx, orderId);
}

/** A payout that has not left waits until the operator has decided about the order. */
export async function callOffPayout(tx: Database, orderId: number) {
  const payout = await findPayoutOfOrder(tx, orderId);
  if (payout) await movePayout(tx, { id: payout.id, by: 'order', to: 'cancelled' });
}

async function bookCash(tx: Database, order: OrderRow, now: Date) {
  if (await findReceivedPayment(tx, order.id)) return;
  await insertPayment(tx, {
    orderId: order.id,
    method: 'Cash on delivery',
    state: 'received',
    amountCents: order.totalCents,
    receivedAt: order.paidAt ?? now,
  });
}

async function owePayout(tx: Database, order: OrderRow, now: Date) {
  const heldUntil = await endOfHold(tx, order, now);
  const payout = await findPayoutOfOrder(tx, order.id);
  if (payout) {
    // A dispute called it off, and the operator has decided for the farmer.
    await movePayout(tx, { id: payout.id, by: 'order', to: 'due', change: { heldUntil } });
    return;
  }
  const { id: orderId, farmerId, totalCents: amountCents } = order;
  await insertPayout(tx, { orderId, farmerId, amountCents, heldUntil, createdAt: now });
}

/**
 * The later of the end of the farm's own hold and, where the clock completed the order, the end of
 * the buyer's time to dispute it.
 */
async function endOfHold(tx: Database, order: OrderRow, now: Date): Promise<Date> {
  const payee = order.farmerId === null ? null : await findPayee(tx, order.farmerId);
  const disputableUntil = completionDisputableUntil(order) ?? now;
  return payee?.payoutsHeldUntil && payee.payoutsHeldUntil > disputableUntil
    ? payee.payoutsHeldUntil
    : disputableUntil;
}
