import type { Database } from '#platform/server/db/database.ts';
import { lockOrder } from './orders/queries.ts';
import { findPayee } from './payments/payouts/payee-queries.ts';
import { findPayout } from './payments/payouts/payout-queries.ts';
import { findAttempt } from './payments/pushes/attempt-queries.ts';
import { findPayment } from './payments/statements/payment-queries.ts';

/*
 * What is stored about the subject of an operator's decision, for the operators' log and for the
 * comparison before a second person approves it. Null if there is no such subject.
 */

export async function findOrderState(db: Database, orderId: number) {
  const order = await lockOrder(db, orderId);
  if (!order) return null;
  const { status, paymentStatus, paymentMethod, totalCents } = order;
  return { status, paymentStatus, paymentMethod, totalCents };
}

export async function findPaymentState(db: Database, paymentId: number) {
  const payment = await findPayment(db, paymentId);
  if (!payment) return null;
  const { orderId, state, amountCents, receipt } = payment;
  return { orderId, state, amountCents, receipt };
}

export async function findAttemptState(db: Database, attemptId: number) {
  const attempt = await findAttempt(db, attemptId);
  if (!attempt) return null;
  const { orderId, status, amountCents } = attempt;
  return { orderId, status, amountCents };
}

/** With the number that the money goes to: an approval lapses when it changes. */
export async function findPayoutState(db: Database, payoutId: number) {
  const payout = await findPayout(db, payoutId);
  if (!payout) return null;
  const { orderId, farmerId, status, amountCents, receipt } = payout;
  const payee = farmerId === null ? null : await findPayee(db, farmerId);
  return { orderId, farmerId, status, amountCents, receipt, phoneNumber: payee?.phoneNumber };
}
