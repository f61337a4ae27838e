/*
 * The effects of an order's steps on its money. Each function is called in the transaction that
 * moves the order, with the order locked, so that a completed order never exists without its
 * payout, or a cancelled one without its refund.
 */

import { completionDisputableUntil } from '#features/orders/rules/transitions.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OrderRow } from '../orders/queries.ts';
import { callOffRefunds, returnDeposit } from '../settlement/return-difference.ts';
import { giveBackCredit } from '../settlement/take-credit.ts';
import { findPayee } from './payouts/payee-queries.ts';
import { findPayoutOfOrder, insertPayout, movePayout } from './payouts/payout-queries.ts';
import {
  countReceivedPayments,
  insertPayment,
  returnPayments,
} from './statements/payment-queries.ts';

/**
 * Books a completed order that is paid: M-Pesa money is owed to the farmer, and cash is recorded as
 * received. Does nothing if it was booked before.
 */
export async function bookCompletion(tx: Database, order: OrderRow, now: Date) {
  if (order.paymentStatus !== 'paid') return;
  if (order.paymentMethod === 'Cash on delivery') await bookCash(tx, order, now);
  else await owePayout(tx, order, now);
}

/**
 * Books a cancelled order: what is left of its payments is due back, a mere deposit goes back by
 * itself, and nothing is paid out. Does nothing if it was booked before.
 */
export async function bookCancellation(tx: Database, order: OrderRow, now: Date) {
  if (isDepositOnly(order)) await returnDeposit(tx, order, now);
  else await callOffRefunds(tx, order.id);
  const returned = isDepositOnly(order) ? 0 : await returnPayments(tx, order.id);
  if (returned === 0 && order.creditCents > 0) await giveBackCredit(tx, order.id);
  await callOffPayout(tx, order.id);
}

/** Whether the deposit is all that was paid. */
const isDepositOnly = ({ depositPaidAt, paymentStatus }: OrderRow): boolean =>
  depositPaidAt !== null && paymentStatus !== 'paid';

/** A payout that has not been sent waits for the operator's decision about the order. */
export async function callOffPayout(tx: Database, orderId: number) {
  const payout = await findPayoutOfOrder(tx, orderId);
  if (payout) await movePayout(tx, { id: payout.id, by: 'order', to: 'cancelled' });
}

async function bookCash(tx: Database, order: OrderRow, now: Date) {
  if ((await countReceivedPayments(tx, order.id)) > 0) return;
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
  const { id: orderId, farmerId, totalCents: amountCents } = order;
  if (payout) {
    // A dispute called it off, and the operator has decided for the farmer, perhaps in part.
    const change = { heldUntil, amountCents };
    await movePayout(tx, { id: payout.id, by: 'order', to: 'due', change });
    return;
  }
  await insertPayout(tx, { orderId, farmerId, amountCents, heldUntil, createdAt: now });
}

/**
 * The end of the farm's own hold, or of the buyer's time to dispute an automatic completion,
 * whichever is later.
 */
async function endOfHold(tx: Database, order: OrderRow, now: Date): Promise<Date> {
  const payee = order.farmerId === null ? null : await findPayee(tx, order.farmerId);
  const disputableUntil = completionDisputableUntil(order) ?? now;
  return payee?.payoutsHeldUntil && payee.payoutsHeldUntil > disputableUntil
    ? payee.payoutsHeldUntil
    : disputableUntil;
}
