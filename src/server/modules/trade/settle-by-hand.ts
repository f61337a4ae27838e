import type { Database } from '#server/db/connect.ts';
import { lockOrder } from '#server/modules/trade/orders/queries.ts';
import { setPaymentStatus } from '#server/modules/trade/orders/set-payment-status.ts';
import type { Cents } from '#shared/money.ts';
import type { AttemptStatus } from '#shared/payment.ts';
import { bookMoney } from './payments/pushes/apply-result.ts';
import {
  type AttemptRow,
  findAttempt,
  findBlockingAttempt,
  lockAttempt,
  updateAttempt,
} from './payments/pushes/attempt-queries.ts';
import { isReceiptKnown } from './payments/statements/payment-queries.ts';

/** What the operator saw in M-Pesa's own books: this much came, by this receipt; or null, nothing did. */
type Seen = { attemptId: number; money: { amountCents: Cents; receipt: string } | null; now: Date };

export type HandSettling =
  | { outcome: 'settled'; attempt: AttemptRow /** Whether the money pays for the order; else it is due back. */; counts: boolean }
  | { outcome: 'unknown' | 'receiptKnown' }
  | { outcome: 'notPossible'; status: AttemptStatus };

const DOUBTFUL = ['held', 'unknown', 'pushed', 'failed'] as const satisfies readonly AttemptStatus[];

/**
 * The operator's word on a push, in the caller's transaction. Money of just the order's total pays for it, if it needs paying; any other
 * amount is due back, and the buyer may pay again.
 */
export async function settleByHand(tx: Database, { attemptId: id, money, now }: Seen): Promise<HandSettling> {
  const found = await findAttempt(tx, id);
  const order = found && (await lockOrder(tx, found.orderId));
  const attempt = order && (await lockAttempt(tx, id));
  if (!attempt) return { outcome: 'unknown' };
  if (money && (await isReceiptKnown(tx, money.receipt))) return { outcome: 'receiptKnown' };
  const change = { status: money ? ('paid' as const) : ('failed' as const), settledAt: now };
  if (!(await updateAttempt(tx, { id, from: DOUBTFUL, change }))) return { outcome: 'notPossible', status: attempt.status };

  let counts = false;
  if (money) {
    const { amountCents, receipt } = money;
    counts = await bookMoney(tx, { order, attempt: { id, amountCents }, receipt }, { actor: 'operator', now });
  }
  if (!counts && !(await findBlockingAttempt(tx, order.id))) {
    await setPaymentStatus(tx, order, { to: 'failed', actor: 'operator', now });
  }
  return { outcome: 'settled', attempt, counts };
}
