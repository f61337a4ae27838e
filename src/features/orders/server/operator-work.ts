/* Oldest first, at most OPERATOR_LIST_MAX of each kind. Amounts in KES. */

import { shillingsOf } from '#rules/amounts.ts';
import { pick } from '#server/database.ts';
import { type PayoutStatus, payoutStatuses } from '../rules/payment.ts';
import { disputePhotoPath, listDisputes } from './orders/disputes-and-ratings.ts';
import { lockOrder } from './orders/queries.ts';
import { listOrderEvents, listOrderLines } from './orders/read-queries.ts';
import { findPayee, findPayout } from './payments/payout-queries.ts';
import { findAttempt } from './payments/pushes/attempt-queries.ts';
import {
  findDeskOrder,
  findOrderOf,
  listDeskAttempts,
  listDeskOrders,
  listDeskOrdersOf,
  listDeskPayments,
  listDeskPayouts,
  listDoubtfulAttempts,
  listOrdersOfReceipt,
  listPayoutsOf,
  listRefundsDue,
  sumUnverifiedPayouts,
} from './payments/statements/operator-queries.ts';
import {
  confirmPayments,
  findPayment,
  listReceived,
  listUnconfirmed,
  sumReceived,
} from './payments/statements/payment-queries.ts';
import { listMoneyBetween, listMoneyByReceipt } from './payments/statements/statement-queries.ts';
import { asWeighed, payoutIfCompleted } from './settlement/weighed-order.ts';

const inShillings = <T extends { amountCents: number }>({ amountCents, ...row }: T) => ({
  ...row,
  amount: shillingsOf(amountCents),
});

export const listDueRefunds = async (db: Database) => (await listRefundsDue(db)).map(inShillings);

export const listPayouts = async (
  db: Database,
  statuses: readonly PayoutStatus[] = payoutStatuses,
  afterId = 0,
) => (await listPayoutsOf(db, statuses, afterId)).map(inShillings);

/** `amount` is the requested amount. */
export const listHeldAttempts = async (db: Database) =>
  (await listDoubtfulAttempts(db)).map(inShillings);

export const listUnconfirmedPayments = listUnconfirmed;
export const confirmBookedPayments = confirmPayments;

export const countUnverifiedPayouts = async (db: Database) =>
  inShillings(await sumUnverifiedPayouts(db));

export async function findOrderState(db: Database, orderId: number) {
  const order = await lockOrder(db, orderId);
  if (!order) return null;
  const { status, paymentStatus, paymentMethod, totalCents, farmerId } = order;
  const lines = await listOrderLines(db, [orderId]);
  const { receivedCents } = await sumReceived(db, orderId);
  const payoutCents = payoutIfCompleted(order, lines, receivedCents);
  const payee = payoutCents > 0 && farmerId !== null ? await findPayee(db, farmerId) : null;
  const phoneNumber = payee?.phoneNumber;
  return { status, paymentStatus, paymentMethod, totalCents, payoutCents, phoneNumber };
}

export async function findPaymentState(db: Database, paymentId: number) {
  const payment = await findPayment(db, paymentId);
  if (!payment) return null;
  const { orderId, state, countedCents, receipt } = payment;
  return { orderId, state, amountCents: countedCents, receipt };
}

export async function findAttemptState(db: Database, attemptId: number) {
  const attempt = await findAttempt(db, attemptId);
  if (!attempt) return null;
  const { orderId, status, amountCents } = attempt;
  return { orderId, status, amountCents };
}

/** With the phone number: an approval lapses when it changes. */
export async function findPayoutState(db: Database, payoutId: number) {
  const payout = await findPayout(db, payoutId);
  if (!payout) return null;
  const { orderId, farmerId, buyerId, status, amountCents, receipt } = payout;
  const payee = farmerId === null ? null : await findPayee(db, farmerId);
  const phoneNumber = payout.paymentId === null ? payee?.phoneNumber : payout.phoneNumber;
  return { orderId, payeeId: farmerId ?? buyerId, status, amountCents, receipt, phoneNumber };
}

export const listMoneyOfReceipts = listMoneyByReceipt;
export const listMoneyOfSpan = listMoneyBetween;
export type MovedMoney = Awaited<ReturnType<typeof listMoneyByReceipt>>[number];

/** Money in cents. */
export async function findOperatorOrder(
  db: Database,
  orderId: number,
  { clock, secret }: { clock: Clock; secret: string },
) {
  const found = await findDeskOrder(db, orderId);
  if (!found) return null;
  const rows = await listOrderLines(db, [orderId]);
  const received = await listReceived(db, [orderId]);
  const receivedCents = received.get(orderId) ?? 0;
  const { order, lines } = asWeighed(found, rows, receivedCents);
  const dispute = (await listDisputes(db, [orderId])).get(orderId) ?? null;
  const signing = { secret, now: clock() };
  return {
    ...order,
    payoutCents: payoutIfCompleted(found, rows, receivedCents),
    lines: lines.map((line) =>
      pick(
        line,
        'id name unit netWeightKg quantity orderedQuantity weighedQuantity finalQuantity',
        'priceCents totalCents',
      ),
    ),
    events: await listOrderEvents(db, orderId),
    payments: await listDeskPayments(db, orderId),
    attempts: await listDeskAttempts(db, orderId),
    payouts: await listDeskPayouts(db, orderId),
    dispute: dispute && {
      ...dispute,
      photos: dispute.photos.map((photo) => ({
        ...photo,
        url: disputePhotoPath(photo.id, signing),
      })),
    },
  };
}

export const findOrderOfMoney = findOrderOf;
export const listOrdersOfPerson = listDeskOrders;

export async function findOrdersBy(
  db: Database,
  { ids, receipt }: { ids: number[]; receipt?: string },
) {
  const all = receipt ? [...ids, ...(await listOrdersOfReceipt(db, receipt))] : ids;
  return all.length === 0 ? [] : listDeskOrdersOf(db, all);
}
