import { isToAnswer, returnedStatuses } from '#orders/rules/order-facts.ts';
import {
  notifyOrderEvent,
  notifyOrderEvents,
  setPaymentStatus,
} from '#orders/server/orders/order-events.ts';
import {
  lockOrder,
  notifyOrderChanged,
  type OrderRow,
  updateOrder,
} from '#orders/server/orders/queries.ts';
import {
  findAmountDue,
  returnDifference,
  returnReceived,
} from '#orders/server/settlement/settle-order.ts';
import type { PriceRecords } from '#products/server/set-quantities.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { insertPayment, isReceiptKnown, sumReceived } from '../statements/payment-queries.ts';
import {
  type AttemptRow,
  findBlockingAttempt,
  listPushedWith,
  lockAttempt,
  moveAttempt,
} from './attempt-queries.ts';
import { pushAgainLater } from './push-again.ts';

export type PushClaim = {
  checkoutRequestId: string;
  isSuccess: boolean;
  /** Null if a success names no amount. */
  amountCents: Cents | null;
  receipt: string | null;
};

type Known = {
  order: OrderRow;
  attempt: AttemptRow;
  result: { resultCode: string | null; resultText: string | null };
};

export type SettledAttempt = {
  outcome: 'paid' | 'held' | 'failed';
  attemptId: number;
  orderId: number;
  resultCode: string | null;
};

/** Null when the attempt was settled before. */
export async function applySuccess(
  tx: Database,
  { order, attempt, result, claims }: Known & { claims: PushClaim[] },
  { now, priceRecords }: { now: Date; priceRecords: PriceRecords },
): Promise<SettledAttempt | null> {
  const { id } = attempt;
  const change = { ...result, checkoutRequestId: attempt.checkoutRequestId, settledAt: now };
  const settled = { attemptId: id, orderId: order.id, resultCode: result.resultCode };
  const otherAmount = claims.find(namesOther(attempt))?.amountCents;
  const pushed = await lockPushed(tx, { order, attempt });
  const dueCents = await dueFor(tx, { order, attempt });
  // The total may have fallen since the phone was asked. A deposit may arrive after the harvest, or
  // twice.
  const isTooLittle =
    attempt.pushedCents === null &&
    attempt.amountCents < dueCents &&
    attempt.amountCents !== order.depositCents &&
    order.paymentStatus !== 'paid';
  if (otherAmount !== undefined || isTooLittle) {
    const named = shillingsOf(otherAmount ?? attempt.amountCents);
    const asked = attempt.pushedCents ?? (dueCents || attempt.amountCents);
    const resultText = `paid KES ${named}, where KES ${shillingsOf(asked)} were due`;
    const isHeld = await moveAttempt(tx, {
      id,
      by: 'mpesa',
      to: 'held',
      change: { ...change, resultText },
    });
    return isHeld ? { ...settled, outcome: 'held' } : null;
  }
  if (!(await moveAttempt(tx, { id, by: 'mpesa', to: 'paid', change }))) return null;
  const receipt = await freeReceipt(tx, claims);
  for (const one of pushed) {
    const moved = {
      id: one.attempt.id,
      by: 'mpesa',
      to: 'paid',
      change: { settledAt: now },
    } as const;
    if (one.attempt.id !== id && !(await moveAttempt(tx, moved))) continue;
    const money = { ...one, amountCents: one.attempt.amountCents, receipt };
    await bookMoney(tx, money, { actor: 'mpesa', now, priceRecords });
  }
  return { ...settled, outcome: 'paid' };
}

type Asked = { order: OrderRow; attempt: AttemptRow };

/**
 * The attempts that a push asked for, its own first, and their orders, which are locked in the order
 * of their numbers. They are settled together, so that one receipt is booked once.
 */
export async function lockPushed(tx: Database, own: Asked): Promise<Asked[]> {
  const pushed = [own];
  if (own.attempt.pushedCents === null) return pushed;
  for (const { id, orderId } of await listPushedWith(tx, own.attempt.id)) {
    const order = await lockOrder(tx, orderId);
    const attempt = await lockAttempt(tx, id);
    if (order && attempt) pushed.push({ order, attempt });
  }
  return pushed;
}

type Money = {
  order: OrderRow;
  attempt: Pick<AttemptRow, 'id' | 'amountCents' | 'requestedAt' | 'phoneNumber' | 'pushedWithId'>;
  /** The amount received; the attempt has the amount requested. */
  amountCents: Cents;
  receipt: string | null;
  booking?: { bookedBy: string; confirmedAt: Date | null };
};

/**
 * Duplicate deposits and differences are refunded automatically. Returns whether the money pays for
 * the order.
 */
export async function bookMoney(
  tx: Database,
  { order, attempt, amountCents, receipt, booking }: Money,
  {
    actor,
    now,
    priceRecords,
  }: { actor: 'mpesa' | 'operator'; now: Date; priceRecords: PriceRecords },
) {
  const isReturned = returnedStatuses.some((status) => status === order.status);
  const dueCents = await dueFor(tx, { order, attempt });
  const paid = paidPart(amountCents, { order, dueCents, attempt });
  const counts = paid !== 'nothing';
  const goesBack = !counts && actor === 'mpesa' && isPartTooMany({ order, attempt });
  const { usedCreditCents } = await sumReceived(tx, order.id);
  await insertPayment(tx, {
    orderId: order.id,
    attemptId: attempt.id,
    method: 'M-Pesa',
    state: counts || goesBack ? 'received' : 'refund_due',
    amountCents,
    creditCents: paid === 'all' ? order.creditCents - usedCreditCents : 0,
    receipt,
    part: attempt.pushedWithId === null ? 0 : attempt.id,
    receivedAt: now,
    ...booking,
  });
  if (paid === 'deposit') await bookDeposit(tx, order, { actor, now });
  if (paid === 'difference')
    await notifyOrderEvent(
      tx,
      { order, recipients: ['farmer'], about: 'differencePaid', by: 'mpesa' },
      now,
    );
  if (paid === 'all') {
    await setPaymentStatus(tx, order, { to: 'paid', actor, now });
    await priceRecords.recordPaid(tx, order.id, now);
    await returnDifference(tx, { ...order, paymentStatus: 'paid' }, now);
  }
  if (goesBack) {
    if (isReturned) await setPaymentStatus(tx, order, { to: 'pending', actor, now });
    await returnReceived(tx, order, { cents: amountCents, now });
    return false;
  }
  // A paid order keeps the payments that count; only the unneeded one is returned.
  if (isReturned && order.paymentStatus !== 'paid')
    await setPaymentStatus(tx, order, { to: 'refund_due', actor, now });
  return counts;
}

type Paying = Pick<Money, 'order' | 'attempt'>;

/**
 * A late success of a first payment does not pay a weighed order's difference, to which the buyer
 * did not agree.
 */
const dueFor = async (tx: Database, { order, attempt }: Paying): Promise<Cents> =>
  order.dispatchedAt !== null && attempt.requestedAt < order.dispatchedAt
    ? 0
    : findAmountDue(tx, order);

/** An operator's finding sends no money back, because a refund by hand takes two people. */
const isPartTooMany = ({ order, attempt }: Paying) =>
  attempt.phoneNumber !== null &&
  (attempt.amountCents === order.depositCents ||
    (order.dispatchedAt !== null && attempt.requestedAt >= order.dispatchedAt));

type PaidPart = 'all' | 'deposit' | 'difference' | 'nothing';

function paidPart(amountCents: Cents, due: Paying & { dueCents: Cents }): PaidPart {
  const { order, dueCents } = due;
  if (isEnough(amountCents, due)) {
    if (order.paymentStatus === 'paid') return 'difference';
    return isToAnswer(order.status) ? 'deposit' : 'all';
  }
  const isLateDeposit =
    dueCents > 0 && order.depositPaidAt === null && amountCents === order.depositCents;
  return isLateDeposit ? 'deposit' : 'nothing';
}

async function bookDeposit(
  tx: Database,
  order: OrderRow,
  { actor, now }: { actor: 'mpesa' | 'operator'; now: Date },
) {
  await updateOrder(tx, order.id, { depositPaidAt: now });
  await setPaymentStatus(tx, order, { to: 'pending', actor, now });
  const news = { order, recipients: ['buyer', 'farmer'], about: 'depositPaid', by: actor } as const;
  await notifyOrderEvents(tx, [news], now);
}

/**
 * The total may have fallen since the phone was asked. A difference can be paid in parts, because
 * the goods may be weighed again meanwhile.
 */
function isEnough(amountCents: Cents, { dueCents, order, attempt }: Paying & { dueCents: Cents }) {
  if (dueCents === 0) return false;
  const isAsked = amountCents === attempt.amountCents;
  return (
    amountCents === dueCents ||
    (isAsked && (amountCents > dueCents || order.paymentStatus === 'paid'))
  );
}

/** A receipt belongs to one push. */
async function freeReceipt(tx: Database, claims: PushClaim[]) {
  for (const { receipt } of claims)
    if (receipt && !(await isReceiptKnown(tx, receipt))) return receipt;
  return null;
}

export const pushedCentsOf = ({ pushedCents, amountCents }: AttemptRow): Cents =>
  pushedCents ?? amountCents;

export const namesOther =
  (attempt: AttemptRow) =>
  ({ amountCents }: PushClaim) =>
    amountCents !== null && amountCents !== pushedCentsOf(attempt);

/**
 * If M-Pesa only deferred the push, the phone is asked again automatically. Null when the attempt
 * was settled before.
 */
export async function applyFailure(
  tx: Database,
  { order, attempt, result }: Known,
  now: Date,
): Promise<SettledAttempt | null> {
  const { id, checkoutRequestId } = attempt;
  const { resultCode, resultText } = result;
  const change = { ...result, checkoutRequestId, settledAt: now };
  if (!(await moveAttempt(tx, { id, by: 'mpesa', to: 'failed', change }))) return null;
  for (const one of await lockPushed(tx, { order, attempt })) {
    const moved = {
      id: one.attempt.id,
      by: 'mpesa',
      to: 'failed',
      change: { resultCode, resultText, settledAt: now },
    } as const;
    if (one.attempt.id === id || (await moveAttempt(tx, moved)))
      await failOrder(tx, { ...one, resultCode }, now);
  }
  return { outcome: 'failed', attemptId: id, orderId: order.id, resultCode };
}

async function failOrder(
  tx: Database,
  { order, attempt, resultCode }: Asked & { resultCode: string | null },
  now: Date,
) {
  const isOpen =
    (await findBlockingAttempt(tx, order.id)) !== null ||
    (await pushAgainLater(tx, { order, attempt, resultCode }, now));
  const isMoved =
    !isOpen && (await setPaymentStatus(tx, order, { to: 'failed', actor: 'mpesa', now }));
  // The page shows why the difference is not paid.
  if (!isMoved)
    await notifyOrderChanged(tx, [{ orderId: order.id, userIds: [order.buyerId] }], { now });
}
