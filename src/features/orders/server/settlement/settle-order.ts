/*
 * The effects of an order's steps on its money, in the transaction that moves the locked order, so
 * no completed order lacks its payout, and no cancelled one its refund.
 *
 * Money that a buyer paid too much goes back as a payout to the phone that paid. Until the order is
 * dispatched, its differences are collected in one refund. A refund below M-Pesa's smallest payout
 * waits until it can be sent with others, or until the buyer's next M-Pesa order uses it as a
 * credit. The farmer's earnings do not change.
 */

import { DIFFERENCES_COLLECTED_SECONDS, PUSH_RINGS_SECONDS } from '#orders/rules/limits.ts';
import { awaitsMoney, mayPayDifference } from '#orders/rules/order.ts';
import { type Actor, isToSend, type PaymentStatus } from '#orders/rules/order-facts.ts';
import {
  billedCents,
  creditsThatFit,
  paidDepositCents,
  settleOrder,
  settleWeighing,
} from '#orders/rules/settlement.ts';
import { completionDisputableUntil } from '#orders/rules/transitions.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import { setPaymentStatus } from '../orders/order-events.ts';
import { type OrderRow, updateOrder } from '../orders/queries.ts';
import {
  findPayee,
  findPayoutOfOrder,
  insertPayout,
  movePayout,
} from '../payments/payout-queries.ts';
import { findBlockingAttempt, updateWaitingAttempts } from '../payments/pushes/attempt-queries.ts';
import {
  addReturned,
  countReceivedPayments,
  insertPayment,
  listReceivedPayments,
  returnPayments,
  sumReceived,
} from '../payments/statements/payment-queries.ts';
import {
  countRefunds,
  listChangeableLines,
  listDueRefundsOf,
  lockCredits,
  raiseRefund,
  releaseCredits,
  takeCredits,
} from './refund-queries.ts';

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

const isDepositOnly = ({ depositPaidAt, paymentStatus }: OrderRow) =>
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
async function endOfHold(tx: Database, order: OrderRow, now: Date) {
  const payee = order.farmerId === null ? null : await findPayee(tx, order.farmerId);
  const disputableUntil = completionDisputableUntil(order) ?? now;
  return payee?.payoutsHeldUntil && payee.payoutsHeldUntil > disputableUntil
    ? payee.payoutsHeldUntil
    : disputableUntil;
}

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
async function callOffRefunds(tx: Database, orderId: number) {
  for (const { id, paymentId, amountCents } of await listDueRefundsOf(tx, orderId)) {
    const isCalledOff = await movePayout(tx, { id, by: 'order', to: 'cancelled', from: 'due' });
    if (isCalledOff && paymentId !== null)
      await addReturned(tx, { id: paymentId, cents: -amountCents });
  }
}

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

export async function takeCredit(tx: Database, order: OrderRow): Promise<OrderRow> {
  if (order.buyerId === null) return order;
  const costsCents = order.totalCents - paidDepositCents(order);
  const credits = creditsThatFit(await lockCredits(tx, order.buyerId), costsCents);
  const creditCents = credits.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (credits.length === 0) return order;
  await takeCredits(tx, { ids: credits.map(({ id }) => id), orderId: order.id });
  await updateOrder(tx, order.id, { creditCents });
  return { ...order, creditCents };
}

async function giveBackCredit(tx: Database, orderId: number) {
  await releaseCredits(tx, orderId);
  await updateOrder(tx, orderId, { creditCents: 0 });
}

/** The credits of a paid order count like the payment, and the excess goes back as money. */
async function limitCredit(tx: Database, order: OrderRow): Promise<OrderRow> {
  const { creditCents, totalCents, paymentStatus } = order;
  const costsCents = totalCents - paidDepositCents(order);
  const fits = creditsThatFit([{ amountCents: creditCents }], costsCents).length > 0;
  if (fits || paymentStatus === 'paid') return order;
  await giveBackCredit(tx, order.id);
  return takeCredit(tx, { ...order, creditCents: 0 });
}
