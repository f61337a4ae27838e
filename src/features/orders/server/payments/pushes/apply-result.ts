import { isToAnswer, returnedStatuses } from '#orders/rules/order-facts.ts';
import { notifyOrderEvents, setPaymentStatus } from '#orders/server/orders/order-events.ts';
import { notifyOrderChanged, type OrderRow, updateOrder } from '#orders/server/orders/queries.ts';
import {
  findAmountDue,
  returnDifference,
  returnReceived,
} from '#orders/server/settlement/settle-order.ts';
import { type Cents, shillingsOf } from '#platform/rules/money.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import type { PriceRecords } from '#products/server/price-records.ts';
import { insertPayment, isReceiptKnown, sumReceived } from '../statements/payment-queries.ts';
import { type AttemptRow, findBlockingAttempt, moveAttempt } from './attempt-queries.ts';
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
  const dueCents = await dueFor(tx, { order, attempt });
  // The total may have fallen since the phone was asked. A deposit may arrive after the harvest, or
  // twice.
  const isTooLittle =
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
  await bookMoney(
    tx,
    {
      order,
      attempt,
      amountCents: attempt.amountCents,
      receipt: await freeReceipt(tx, { claims, attempt }),
    },
    { actor: 'mpesa', now, priceRecords },
  );
  return { ...settled, outcome: 'paid' };
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
): Promise<boolean> {
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
  if (paid === 'difference') await tellOfDifference(tx, order, now);
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
const isPartTooMany = ({ order, attempt }: Paying): boolean =>
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

async function tellOfDifference(tx: Database, order: OrderRow, now: Date) {
  const told = { order, recipients: ['farmer' as const], about: 'differencePaid' as const };
  await notifyOrderEvents(tx, [{ ...told, by: 'mpesa' }], now);
  const userIds = [order.buyerId, order.farmerId];
  await notifyOrderChanged(tx, [{ orderId: order.id, userIds }], { now });
}

/**
 * The total may have fallen since the phone was asked. A difference can be paid in parts, because
 * the goods may be weighed again meanwhile.
 */
function isEnough(
  amountCents: Cents,
  { dueCents, order, attempt }: Paying & { dueCents: Cents },
): boolean {
  if (dueCents === 0) return false;
  const isAsked = amountCents === attempt.amountCents;
  return (
    amountCents === dueCents ||
    (isAsked && (amountCents > dueCents || order.paymentStatus === 'paid'))
  );
}

/** A receipt belongs to one push. */
async function freeReceipt(
  tx: Database,
  { claims, attempt }: { claims: PushClaim[]; attempt: AttemptRow },
): Promise<string | null> {
  for (const { receipt } of claims)
    if (receipt && !(await isReceiptKnown(tx, receipt, attempt))) return receipt;
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
  const { resultCode } = result;
  const change = { ...result, checkoutRequestId, settledAt: now };
  if (!(await moveAttempt(tx, { id, by: 'mpesa', to: 'failed', change }))) return null;
  const isOpen =
    (await findBlockingAttempt(tx, order.id)) !== null ||
    (await pushAgainLater(tx, { order, attempt, resultCode }, now));
  const isMoved =
    !isOpen && (await setPaymentStatus(tx, order, { to: 'failed', actor: 'mpesa', now }));
  // The page shows why the difference is not paid.
  if (!isMoved)
    await notifyOrderChanged(tx, [{ orderId: order.id, userIds: [order.buyerId] }], { now });
  return { outcome: 'failed', attemptId: id, orderId: order.id, resultCode };
}

/** Called after the commit, because a retried transaction would report it twice. */
export function reportSettled(
  settled: SettledAttempt | null,
  { log, metrics }: { log: Logger; metrics: Metrics },
) {
  if (!settled) return;
  const { outcome, attemptId, orderId, resultCode } = settled;
  metrics.payments.inc({ outcome });
  switch (outcome) {
    case 'held':
      return log.warn(
        { attemptId, orderId },
        'a payment of another amount is held for the operator',
      );
    case 'paid':
      return log.info({ attemptId, orderId }, 'a payment is settled');
    case 'failed':
      return log.info({ attemptId, orderId, resultCode }, 'a payment failed');
  }
}
