import type { Database } from '#server/db/connect.ts';
import { lockOrder, type OrderRow } from '#server/modules/trade/orders/queries.ts';
import { completionDisputableUntil, mayMove } from '#shared/order.ts';
import type { PayoutStatus } from '#shared/payment.ts';
import { findPayout, lockPayout, movePayout, type PayoutRow } from './payments/payouts/payout-queries.ts';
import { isPayoutReceiptKnown } from './payments/statements/operator-queries.ts';

/* What only the operator may decide over a payout, each in the caller's transaction. */

export type PayoutDecision =
  /** With until when its buyer may still say that something is wrong; null where that time is over, or never was. */
  | { outcome: 'done'; payout: PayoutRow; disputableUntil?: Date | null }
  /** M-Pesa is asked about its last try; it is sent again once M-Pesa says that this brought nothing. */
  | { outcome: 'asking'; payout: PayoutRow; disputableUntil: Date | null }
  /** Until then its buyer may, and nobody said that it is to be paid out all the same. */
  | { outcome: 'disputable'; payout: PayoutRow; disputableUntil: Date }
  | { outcome: 'unknown' | 'receiptKnown' }
  /** It stands where this can't be done. */
  | { outcome: 'notPossible'; status: PayoutStatus };

type Letting = {
  payoutId: number;
  now: Date;
  beforeDisputeWindowEnds: boolean;
  /** The operator has looked for the last try in M-Pesa's own books. */
  withoutAsking?: boolean;
};

/**
 * Lets a payout go: one that failed is due again, one that is held is so no longer. Of one that may have arrived (sent, unknown)
 * the operator first says what became of it. What the farm's own hold or the order's status forbids stays forbidden, and while the
 * buyer may still dispute what the clock completed it takes saying so: what has left can't be called off. Where it was sent before,
 * M-Pesa is asked first, because what we took for failed may have arrived.
 */
export async function approvePayout(
  tx: Database,
  { payoutId: id, now, beforeDisputeWindowEnds, withoutAsking = false }: Letting,
): Promise<PayoutDecision> {
  const held = await hold(tx, id);
  if (!held) return { outcome: 'unknown' };
  const { payout, order } = held;
  if (payout.status !== 'due' && payout.status !== 'failed') return { outcome: 'notPossible', status: payout.status };
  const disputableUntil = disputableUntilOf(order, now);
  if (disputableUntil && !beforeDisputeWindowEnds) return { outcome: 'disputable', payout, disputableUntil };
  if (payout.status === 'failed' && payout.originatorConversationId !== null && !withoutAsking) {
    await movePayout(tx, { id, by: 'operator', to: 'unknown', change: { approvedAt: now, askAgainAt: now } });
    return { outcome: 'asking', payout, disputableUntil };
  }
  await movePayout(tx, { id, by: 'operator', to: 'due', change: { heldUntil: now } });
  return { outcome: 'done', payout, disputableUntil };
}

/** Until when the buyer may still dispute the order; null where the transition table does not allow it. */
const disputableUntilOf = (order: OrderRow | null, now: Date): Date | null =>
  order && mayMove(order, { to: 'disputed', by: 'buyer', now }) ? completionDisputableUntil(order) : null;

/** The operator has paid the farmer by hand, or seen that M-Pesa did: writes down the receipt. */
export async function recordPayout(
  tx: Database,
  { payoutId: id, receipt, now }: { payoutId: number; receipt: string; now: Date },
): Promise<PayoutDecision> {
  const held = await hold(tx, id);
  if (!held) return { outcome: 'unknown' };
  const { payout, order } = held;
  if (await isPayoutReceiptKnown(tx, receipt)) return { outcome: 'receiptKnown' };
  const change = { receipt, approvedAt: null, settledAt: now };
  const isDone = await movePayout(tx, { id, by: 'operator', to: 'paid', change });
  // The money has gone: what remains is to write it down.
  const disputableUntil = disputableUntilOf(order, now);
  return isDone ? { outcome: 'done', payout, disputableUntil } : { outcome: 'notPossible', status: payout.status };
}

/** The operator has seen that a payout which was sent never arrived; it may then be approved again. */
export async function failPayout(tx: Database, { payoutId: id, now }: { payoutId: number; now: Date }): Promise<PayoutDecision> {
  const held = await hold(tx, id);
  if (!held) return { outcome: 'unknown' };
  const { payout } = held;
  const change = { approvedAt: null, settledAt: now };
  const isDone = await movePayout(tx, { id, by: 'operator', to: 'failed', change, isTryOver: payout.approvedAt === null });
  return isDone ? { outcome: 'done', payout } : { outcome: 'notPossible', status: payout.status };
}

/** The payout, held after its order as everywhere. */
async function hold(tx: Database, id: number) {
  const found = await findPayout(tx, id);
  if (!found) return null;
  const order = await lockOrder(tx, found.orderId);
  const payout = await lockPayout(tx, id);
  return payout && { payout, order };
}
