import { type PayoutStatus, payoutStatuses } from '#features/orders/rules/payment.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import { lockOrder } from './orders/queries.ts';
import { findPayee } from './payments/payouts/payee-queries.ts';
import { findPayout } from './payments/payouts/payout-queries.ts';
import { findAttempt } from './payments/pushes/attempt-queries.ts';
import {
  countDoubtfulAttempts,
  countPayoutsOf,
  countRefundsDue,
  listDoubtfulAttempts,
  listPayoutsOf,
  listRefundsDue,
  sumUnverifiedPayouts,
} from './payments/statements/operator-queries.ts';
import { findPayment } from './payments/statements/payment-queries.ts';
import { listMoneyBetween, listMoneyByReceipt } from './payments/statements/receipt-queries.ts';

/*
 * The operator's open work, oldest first, at most OPERATOR_LIST_MAX of each kind; the counts
 * include all. Amounts in KES.
 */

const inShillings = <T extends { amountCents: number }>({ amountCents, ...row }: T) => ({
  ...row,
  amount: shillingsOf(amountCents),
});

/** Payments that are due back, with their origin. */
export const listDueRefunds = async (db: Database) => (await listRefundsDue(db)).map(inShillings);

/** Payouts with these statuses, or all, after `afterId`. */
export const listPayouts = async (
  db: Database,
  statuses: readonly PayoutStatus[] = payoutStatuses,
  afterId = 0,
) => (await listPayoutsOf(db, statuses, afterId)).map(inShillings);

/**
 * Pushes that brought another amount (`held`), or whose result is unknown (`unknown`). `amount` is
 * the requested amount.
 */
export const listHeldAttempts = async (db: Database) =>
  (await listDoubtfulAttempts(db)).map(inShillings);

export const countDueRefunds = countRefundsDue;
export const countPayouts = countPayoutsOf;
/** Payouts that wait for farmers to verify their numbers; only relevant if SMS is set up. */
export const countUnverifiedPayouts = async (db: Database) =>
  inShillings(await sumUnverifiedPayouts(db));
export const countHeldAttempts = countDoubtfulAttempts;

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

/** Movements of M-Pesa's money, for comparing them with its statement. */
export const listMoneyOfReceipts = listMoneyByReceipt;
export const listMoneyOfSpan = listMoneyBetween;
export type MovedMoney = Awaited<ReturnType<typeof listMoneyByReceipt>>[number];
