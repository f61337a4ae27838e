/*
 * The operator's decisions about payouts, held payments and refunds. A small payout that was sent
 * with another one shares its result and is not decided separately.
 */

import type { PriceRecords } from '#products/server/set-quantities.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { findStanding } from '#server/db/live-database-queries.ts';
import type { AttemptStatus, PayoutStatus } from '../rules/payment.ts';
import { completionDisputableUntil, mayMove } from '../rules/transitions.ts';
import { setPaymentStatus } from './orders/order-events.ts';
import { lockOrder, type OrderRow } from './orders/queries.ts';
import {
  detachSmallPayouts,
  findPayout,
  listSentWith,
  lockPayout,
  movePayout,
  type PayoutRow,
} from './payments/payout-queries.ts';
import { bookMoney, lockPushed, pushedCentsOf } from './payments/pushes/apply-result.ts';
import {
  type AttemptRow,
  findAttempt,
  findBlockingAttempt,
  lockAttempt,
  moveAttempt,
} from './payments/pushes/attempt-queries.ts';
import { notifyPayoutEvents } from './payments/settle-payout.ts';
import { isPayoutReceiptKnown } from './payments/statements/operator-queries.ts';
import {
  confirmPayments,
  countPaymentsHere,
  findPayment,
  isReceiptKnown,
  isRefundReceiptKnown,
  listPaymentsOfPush,
  movePayment,
} from './payments/statements/payment-queries.ts';
import { findTarget, type PayoutHold } from './payments/take-payout.ts';

export type PayoutWait = PayoutHold | { why: 'notPaying' };

export type PayoutDecision =
  /** `disputableUntil`: null if the buyer can no longer dispute the order. */
  | {
      outcome: 'done';
      payout: PayoutRow;
      disputableUntil?: Date | null;
      waitsFor?: PayoutWait | null;
    }
  /** The payout is sent again once M-Pesa reports that the last try brought nothing. */
  | { outcome: 'asking'; payout: PayoutRow; disputableUntil: Date | null }
  /** The buyer may still dispute the order, so the operator must confirm the payout. */
  | { outcome: 'disputable'; payout: PayoutRow; disputableUntil: Date }
  /** The operator must decide whether this receipt also paid the small payouts. */
  | { outcome: 'smallUndecided'; payout: PayoutRow; smallPayouts: PayoutRow[] }
  /** It left with a payout that was then called off, so only the operator finds out its result. */
  | { outcome: 'notAskable'; payout: PayoutRow }
  | { outcome: 'unknown' | 'receiptKnown' }
  | { outcome: 'notPossible'; status: PayoutStatus };

type Approval = {
  payoutId: number;
  now: Date;
  beforeDisputeWindowEnds: boolean;
  needsVerifiedPhone?: boolean;
  withoutAsking?: boolean;
};

/**
 * Makes a failed payout due again, or ends a hold. The operator must first settle a payout that may
 * have arrived (sent, unknown), and confirm one that the buyer may still dispute, because a sent
 * payout cannot be called off. M-Pesa is asked about an earlier try first, because a failed try may
 * have arrived.
 */
export async function approvePayout(
  tx: Database,
  {
    payoutId: id,
    now,
    beforeDisputeWindowEnds,
    needsVerifiedPhone = false,
    withoutAsking = false,
  }: Approval,
): Promise<PayoutDecision> {
  const locked = await lockWithOrder(tx, id);
  if (!locked) return { outcome: 'unknown' };
  const { payout } = locked;
  if (payout.status !== 'due' && payout.status !== 'failed')
    return { outcome: 'notPossible', status: payout.status };
  const disputableUntil = disputableUntilOf(locked, now);
  if (disputableUntil && !beforeDisputeWindowEnds)
    return { outcome: 'disputable', payout, disputableUntil };
  if (payout.status === 'failed' && !withoutAsking) {
    if (payout.originatorConversationId === null) return { outcome: 'notAskable', payout };
    await movePayout(tx, {
      id,
      by: 'operator',
      to: 'unknown',
      change: { approvedAt: now, askAgainAt: now },
    });
    return { outcome: 'asking', payout, disputableUntil };
  }
  await movePayout(tx, { id, by: 'operator', to: 'due', change: { heldUntil: now } });
  const waitsFor = await waitOf(tx, payout, { now, needsVerifiedPhone });
  return { outcome: 'done', payout, disputableUntil, waitsFor };
}

async function waitOf(
  tx: Database,
  payout: PayoutRow,
  given: { now: Date; needsVerifiedPhone: boolean },
): Promise<PayoutWait | null> {
  const target = await findTarget(tx, payout, given);
  if ('why' in target) return target;
  return (await findStanding(tx)).paysOut ? null : { why: 'notPaying' };
}

type WithOrder = { payout: PayoutRow; order: OrderRow | null };

const disputableUntilOf = ({ payout, order }: WithOrder, now: Date): Date | null =>
  payout.paymentId === null && order && mayMove(order, { to: 'disputed', by: 'buyer', now })
    ? completionDisputableUntil(order)
    : null;

type Receipt = {
  payoutId: number;
  receipt: string;
  now: Date;
  /** Required only if the try had failed. */
  smallPayouts?: 'paid' | 'due' | undefined;
};

/**
 * A failed payout's receipt may be of a transfer by hand or of the try that included the small
 * payouts, so the operator decides.
 */
export async function recordPayout(
  tx: Database,
  { payoutId: id, receipt, now, smallPayouts }: Receipt,
): Promise<PayoutDecision> {
  const locked = await lockWithOrder(tx, id);
  if (!locked) return { outcome: 'unknown' };
  const { payout } = locked;
  if (payout.sentWithId !== null) return { outcome: 'notPossible', status: payout.status };
  if (await isPayoutReceiptKnown(tx, receipt)) return { outcome: 'receiptKnown' };
  if (payout.status === 'failed' && !smallPayouts) {
    const sentWith = await listSentWith(tx, id);
    if (sentWith.length > 0) return { outcome: 'smallUndecided', payout, smallPayouts: sentWith };
  }
  if (smallPayouts === 'due') await detachSmallPayouts(tx, { id, as: 'due' });
  const change = { receipt, approvedAt: null, settledAt: now };
  const isDone = await movePayout(tx, { id, by: 'operator', to: 'paid', change });
  if (isDone) await notifyPayoutEvents(tx, { payout, sentWith: await listSentWith(tx, id) }, now);
  // The money has already left, so an open dispute window does not matter.
  const disputableUntil = disputableUntilOf(locked, now);
  return isDone
    ? { outcome: 'done', payout, disputableUntil }
    : { outcome: 'notPossible', status: payout.status };
}

export async function failPayout(
  tx: Database,
  { payoutId: id, now }: { payoutId: number; now: Date },
): Promise<PayoutDecision> {
  const locked = await lockWithOrder(tx, id);
  if (!locked) return { outcome: 'unknown' };
  const { payout } = locked;
  if (payout.sentWithId !== null) return { outcome: 'notPossible', status: payout.status };
  const change = { approvedAt: null, settledAt: now };
  const isDone = await movePayout(tx, {
    id,
    by: 'operator',
    to: 'failed',
    change,
    isTryOver: payout.approvedAt === null,
  });
  return isDone ? { outcome: 'done', payout } : { outcome: 'notPossible', status: payout.status };
}

async function lockWithOrder(tx: Database, id: number) {
  const found = await findPayout(tx, id);
  if (!found) return null;
  const order = await lockOrder(tx, found.orderId);
  const payout = await lockPayout(tx, id);
  return payout && { payout, order };
}

type ManualSettlement = {
  attemptId: number;
  money: { amountCents: Cents; receipt: string } | null;
  now: Date;
  by: { name: string; isApproved: boolean };
};

export type HandSettling =
  | { outcome: 'settled'; attempt: AttemptRow; counts: boolean }
  /** Somebody else had booked the same money. */
  | { outcome: 'confirmed' }
  | { outcome: 'unknown' | 'receiptKnown' }
  | { outcome: 'notPossible'; status: AttemptStatus };

/**
 * An amount that equals what is due pays for the order, or for all orders that the push asked for.
 * Any other amount is due back. A booking by a second person confirms the first.
 */
export async function settleByHand(
  tx: Database,
  { attemptId: id, money, now, by }: ManualSettlement,
  { priceRecords }: { priceRecords: PriceRecords },
): Promise<HandSettling> {
  const named = await findAttempt(tx, id);
  // A push is settled whole, whichever of its orders the operator has open.
  const found = named?.pushedWithId ? await findAttempt(tx, named.pushedWithId) : named;
  const order = found && (await lockOrder(tx, found.orderId));
  const attempt = order && (await lockAttempt(tx, found.id));
  if (!attempt) return { outcome: 'unknown' };
  if (money && (await isReceiptKnown(tx, money.receipt))) {
    const booked = await listPaymentsOfPush(tx, attempt.id);
    if (!isSecondBooking(booked, { ...money, by })) return { outcome: 'receiptKnown' };
    const ids = booked.map((payment) => payment.id);
    await confirmPayments(tx, ids, now);
    return { outcome: 'confirmed' };
  }
  const isWhole = money?.amountCents === pushedCentsOf(attempt);
  let counts = false;
  for (const one of await lockPushed(tx, { order, attempt })) {
    const isFirst = one.attempt.id === attempt.id;
    const amountCents = isWhole ? one.attempt.amountCents : isFirst ? (money?.amountCents ?? 0) : 0;
    const to = amountCents > 0 ? 'paid' : 'failed';
    const move = { id: one.attempt.id, by: 'operator', to, change: { settledAt: now } } as const;
    if (!(await moveAttempt(tx, move))) {
      if (isFirst) return { outcome: 'notPossible', status: attempt.status };
      continue;
    }
    const booking = { bookedBy: by.name, confirmedAt: by.isApproved ? now : null };
    const isCounted =
      money !== null &&
      amountCents > 0 &&
      (await bookMoney(
        tx,
        { ...one, amountCents, receipt: money.receipt, booking },
        { actor: 'operator', now, priceRecords },
      ));
    if (!isCounted && !(await findBlockingAttempt(tx, one.order.id)))
      await setPaymentStatus(tx, one.order, { to: 'failed', actor: 'operator', now });
    counts ||= isCounted;
  }
  return { outcome: 'settled', attempt, counts };
}

type Booked = Awaited<ReturnType<typeof listPaymentsOfPush>>;

const isSecondBooking = (
  booked: Booked,
  { receipt, amountCents, by }: { receipt: string; amountCents: Cents; by: { name: string } },
) =>
  booked.length > 0 &&
  amountCents === booked.reduce((sum, payment) => sum + payment.amountCents, 0) &&
  booked.every(
    ({ bookedBy, confirmedAt, ...payment }) =>
      bookedBy !== null &&
      confirmedAt === null &&
      bookedBy.toLowerCase() !== by.name.toLowerCase() &&
      receipt === payment.receipt,
  );

type Refund = { paymentId: number; receipt: string; now: Date };

type RefundOutcome =
  | { outcome: 'recorded'; orderId: number; amount: number }
  | { outcome: 'unknown' | 'notDue' | 'receiptKnown' };

export async function recordRefund(
  tx: Database,
  { paymentId, receipt, now }: Refund,
): Promise<RefundOutcome> {
  const found = await findPayment(tx, paymentId);
  if (!found) return { outcome: 'unknown' };
  const order = await lockOrder(tx, found.orderId);
  if (await isRefundReceiptKnown(tx, receipt)) return { outcome: 'receiptKnown' };
  const change = { refundReceipt: receipt, refundedAt: now };
  if (!(await movePayment(tx, { id: paymentId, to: 'refunded', change })))
    return { outcome: 'notDue' };
  // The order counts as refunded once none of its payments remains.
  if (order && (await countPaymentsHere(tx, order.id)) === 0) {
    await setPaymentStatus(tx, order, { to: 'refunded', actor: 'operator', now, reason: receipt });
  }
  return {
    outcome: 'recorded',
    orderId: found.orderId,
    amount: shillingsOf(found.countedCents),
  };
}
