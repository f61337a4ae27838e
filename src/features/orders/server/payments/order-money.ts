/*
 * The effects of an order's steps on its money, in the transaction that moves the locked order, so
 * no completed order lacks its payout, and no cancelled one its refund.
 */

import { completionDisputableUntil } from '#orders/rules/transitions.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { OrderRow } from '../orders/queries.ts';
import { callOffRefunds, returnDeposit } from '../settlement/return-difference.ts';
import { giveBackCredit } from '../settlement/take-credit.ts';
import { findPayoutOfOrder, insertPayout, movePayout } from './payouts/payout-queries.ts';
import { findPayee } from './payouts/small-payout-queries.ts';
import {
  countReceivedPayments,
  insertPayment,
  returnPayments,
} from './statements/payment-queries.ts';

/** Idempotent. */
export async function bookCompletion(tx: Database, order: OrderRow, now: Date) {
  if (order.paymentStatus !== 'paid') return;
  if (order.paymentMethod === 'Cash on delivery') await bookCash(tx, order, now);
  else await owePayout(tx, order, now);
}

/** The payments are due back, and a mere deposit is refunded automatically. Idempotent. */
export async function bookCancellation(tx: Database, order: OrderRow, now: Date) {
  if (isDepositOnly(order)) await returnDeposit(tx, order, now);
  else await callOffRefunds(tx, order.id);
  const returned = isDepositOnly(order) ? 0 : await returnPayments(tx, order.id);
  if (returned === 0 && order.creditCents > 0) await giveBackCredit(tx, order.id);
  await callOffPayout(tx, order.id);
}

const isDepositOnly = ({ depositPaidAt, paymentStatus }: OrderRow): boolean =>
  depositPaidAt !== null && paymentStatus !== 'paid';

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
    // A dispute called it off, and the operator has decided for the farmer.
    const change = { heldUntil, amountCents };
    await movePayout(tx, { id: payout.id, by: 'order', to: 'due', change });
    return;
  }
  await insertPayout(tx, { orderId, farmerId, amountCents, heldUntil, createdAt: now });
}

/** The farm's own hold, or the buyer's time to dispute an automatic completion. */
async function endOfHold(tx: Database, order: OrderRow, now: Date): Promise<Date> {
  const payee = order.farmerId === null ? null : await findPayee(tx, order.farmerId);
  const disputableUntil = completionDisputableUntil(order) ?? now;
  return payee?.payoutsHeldUntil && payee.payoutsHeldUntil > disputableUntil
    ? payee.payoutsHeldUntil
    : disputableUntil;
}
