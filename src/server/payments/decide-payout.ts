import type { Database } from '#server/db/connect.ts';
import { holdOrder } from '#server/orders/hold-order.ts';
import type { PayoutStatus } from '#shared/payment.ts';
import { isPayoutReceiptKnown } from './operator-queries.ts';
import { findPayout, lockPayout, type PayoutRow, updatePayout } from './payout-queries.ts';

/* What only the operator may decide over a payout, each in the caller's transaction. */

export type PayoutDecision =
  | { outcome: 'done'; payout: PayoutRow }
  | { outcome: 'unknown' | 'receiptKnown' }
  /** It stands where this can't be done. */
  | { outcome: 'notPossible'; status: PayoutStatus };

/**
 * Lets a payout go: one that failed is due again, one that is held is so no longer. Of one that may have arrived (sent, unknown)
 * the operator first says what became of it. What the farm's own hold or the order's status forbids stays forbidden.
 */
export async function approvePayout(
  tx: Database,
  { payoutId: id, now }: { payoutId: number; now: Date },
): Promise<PayoutDecision> {
  const payout = await hold(tx, id);
  if (!payout) return { outcome: 'unknown' };
  const isDone = await updatePayout(tx, { id, from: ['due', 'failed'], change: { status: 'due', heldUntil: now } });
  return isDone ? { outcome: 'done', payout } : { outcome: 'notPossible', status: payout.status };
}

/** The operator has paid the farmer by hand, or seen that M-Pesa did: writes down the receipt. */
export async function recordPayout(
  tx: Database,
  { payoutId: id, receipt, now }: { payoutId: number; receipt: string; now: Date },
): Promise<PayoutDecision> {
  const payout = await hold(tx, id);
  if (!payout) return { outcome: 'unknown' };
  if (await isPayoutReceiptKnown(tx, receipt)) return { outcome: 'receiptKnown' };
  const change = { status: 'paid' as const, receipt, settledAt: now };
  const isDone = await updatePayout(tx, { id, from: ['due', 'sent', 'unknown', 'failed'], change });
  return isDone ? { outcome: 'done', payout } : { outcome: 'notPossible', status: payout.status };
}

/** The operator has seen that a payout which was sent never arrived; it may then be approved again. */
export async function failPayout(tx: Database, { payoutId: id, now }: { payoutId: number; now: Date }): Promise<PayoutDecision> {
  const payout = await hold(tx, id);
  if (!payout) return { outcome: 'unknown' };
  const isDone = await updatePayout(tx, { id, from: ['sent', 'unknown'], change: { status: 'failed', settledAt: now } });
  return isDone ? { outcome: 'done', payout } : { outcome: 'notPossible', status: payout.status };
}

/** The payout, held after its order as everywhere. */
async function hold(tx: Database, id: number): Promise<PayoutRow | null> {
  const found = await findPayout(tx, id);
  if (!found) return null;
  await holdOrder(tx, found.orderId);
  return lockPayout(tx, id);
}
