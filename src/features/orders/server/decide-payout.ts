import { completionDisputableUntil, mayMove } from '#orders/rules/transitions.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findStanding } from '#platform/server/live-database-queries.ts';
import type { PayoutStatus } from '../rules/payment.ts';
import { lockOrder, type OrderRow } from './orders/queries.ts';
import { findTarget, type PayoutHold } from './payments/payouts/payout-hold.ts';
import {
  findPayout,
  leaveAlone,
  lockPayout,
  movePayout,
  type PayoutRow,
} from './payments/payouts/payout-queries.ts';
import { notifyPayoutEvents } from './payments/payouts/settle-payout.ts';
import { listSentWith } from './payments/payouts/small-payout-queries.ts';
import { isPayoutReceiptKnown } from './payments/statements/operator-queries.ts';

/* A small payout that was sent with another one shares its result and is not decided separately. */

/** `notPaying`: this database may not pay out. */
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
  /**
   * It left with a payout that was then called off, so only the operator can find out its result.
   */
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
  if (smallPayouts === 'due') await leaveAlone(tx, { id, as: 'due' });
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

/** Locks the order before the payout. */
async function lockWithOrder(tx: Database, id: number) {
  const found = await findPayout(tx, id);
  if (!found) return null;
  const order = await lockOrder(tx, found.orderId);
  const payout = await lockPayout(tx, id);
  return payout && { payout, order };
}
