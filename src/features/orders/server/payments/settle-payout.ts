import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { addNotices, type SmsCall } from '#notifications/server/inbox.ts';
import { orderSubject } from '#orders/rules/order.ts';
import { SMS_PAYOUTS_MAX } from '#orders/rules/sms-words.ts';
import { amountText, shillingsOf } from '#rules/amounts.ts';
import { fitParts, toGsm7 } from '#rules/text/sms.ts';
import { secondsAfter } from '#server/clock.ts';
import { m } from '#text';
import { describeOrders, getFarmerOrder } from '../list-orders.ts';
import { orderLink } from '../orders/order-events.ts';
import { lockOrder, notifyOrderChanged } from '../orders/queries.ts';
import type { PayoutTry } from './callback-queries.ts';
import {
  findPayout,
  listSentWith,
  lockPayout,
  movePayout,
  type PayoutRow,
  updatePayout,
} from './payout-queries.ts';
import { isPayoutReceiptKnown } from './statements/operator-queries.ts';
import { type Payout, payoutValues, sumOf } from './take-payout.ts';

type Answered = {
  payout: PayoutRow;
  result: PayoutResult;
  isLastTry: boolean;
};

export type PayoutResult = {
  resultCode: string;
  resultText: string;
  /** Answers to questions contain only M-Pesa's own ids. */
  originatorConversationId: string | null;
  transactionId: string | null;
  /** Only in an answer to a question: "Completed", "Failed" and others. */
  transactionStatus: string | null;
  amountCents: Cents | null;
  receipt: string | null;
};

type LogLine = { level: 'info' | 'warn' | 'error'; message: string; facts?: object } | null;

export async function settlePayout(
  db: Database,
  { payoutTry, result }: { payoutTry: PayoutTry; result: PayoutResult },
  { clock, log }: { clock: Clock; log: Logger },
) {
  const booked = await db.transaction(async (tx) => {
    const found = await findPayout(tx, payoutTry.payoutId);
    if (!found) return null;
    await lockOrder(tx, found.orderId);
    const payout = await lockPayout(tx, found.id);
    if (!payout) return null;
    const isLastTry = payout.originatorConversationId === payoutTry.originatorConversationId;
    const line = await applyAnswer(tx, { payout, result, isLastTry }, clock());
    return (
      line && { ...line, facts: { payoutId: payout.id, orderId: payout.orderId, ...line.facts } }
    );
  });
  if (booked) log[booked.level](booked.facts, booked.message);
}

const FAILED = ['Failed', 'Cancelled', 'Declined', 'Expired', 'Reversed'];
const NOT_FOUND = /not (be )?found|not exist/i;

async function applyAnswer(tx: Database, answered: Answered, now: Date): Promise<LogLine> {
  const { resultCode, resultText, transactionStatus } = answered.result;
  if (resultCode === '0' && transactionStatus === 'Completed')
    return applyArrival(tx, answered, now);
  if (resultCode === '0' && transactionStatus !== null && FAILED.includes(transactionStatus)) {
    return applyFailedTry(tx, answered, now);
  }
  if (resultCode !== '0' && NOT_FOUND.test(resultText)) return applyUnknownTry(tx, answered, now);
  // The question failed, not the payout, so it is asked again.
  return { level: 'info', message: 'M-Pesa does not know yet what became of a payout' };
}

async function applyArrival(
  tx: Database,
  { payout, result, isLastTry }: Answered,
  now: Date,
): Promise<LogLine> {
  const { amountCents, resultCode, resultText } = result;
  const { id, status } = payout;
  const receipt = result.receipt ?? result.transactionId;
  if (status === 'paid') return applySecondArrival(tx, { payout, result, isLastTry });
  const sentWith = await listSentWith(tx, id);
  if (amountCents !== null && amountCents !== sumOf([payout, ...sentWith])) {
    const change = { approvedAt: null, resultCode, resultText };
    await movePayout(tx, { id, by: 'mpesa', to: 'unknown', from: status, change });
    return { level: 'warn', message: 'a payout of another amount waits for the operator' };
  }
  const isFree = receipt !== null && !(await isPayoutReceiptKnown(tx, receipt));
  const change = {
    receipt: isFree ? receipt : null,
    approvedAt: null,
    settledAt: now,
    resultCode,
    resultText,
  };
  await movePayout(tx, { id, by: 'mpesa', to: 'paid', from: status, change });
  await notifyPayoutEvents(tx, { payout, sentWith }, now);
  if (status === 'cancelled')
    return { level: 'error', message: 'a payout arrived that had been called off' };
  return { level: 'info', message: 'a payout arrived' };
}

/** Notifies the recipient once per sum. `sentWith`: the small payouts that left with the payout. */
export async function notifyPayoutEvents(
  tx: Database,
  { payout, sentWith }: { payout: PayoutRow; sentWith: PayoutRow[] },
  now: Date,
) {
  const { orderId, farmerId, buyerId, paymentId } = payout;
  const facts = {
    orderId,
    amountCents: sumOf([payout, ...sentWith]),
    ...(sentWith.length > 0 && { otherOrders: sentWith.map((one) => one.orderId) }),
  };
  const subject = orderSubject(orderId);
  const notice =
    paymentId === null
      ? { kind: payoutNotice, userIds: [farmerId], link: '/farmer/dashboard?tab=payments' }
      : { kind: differenceNotice, userIds: [buyerId], link: orderLink(orderId, 'buyer') };
  await addNotices(tx, { notices: [{ ...notice, subject, facts }] }, now);
  await notifyOrderChanged(
    tx,
    [payout, ...sentWith].map((one) => ({ orderId: one.orderId, userIds: [farmerId, buyerId] })),
    { now },
  );
}

async function applySecondArrival(
  tx: Database,
  { payout, result, isLastTry }: Answered,
): Promise<LogLine> {
  const { id } = payout;
  const receipt = result.receipt ?? result.transactionId;
  if (receipt === payout.receipt || (receipt === null && isLastTry)) return null;
  if (payout.receipt === null && receipt !== null && isLastTry) {
    if (!(await isPayoutReceiptKnown(tx, receipt)))
      await updatePayout(tx, { id, status: 'paid', change: { receipt } });
    return null;
  }
  const resultText = `arrived twice, also by ${receipt ?? 'another try'}`;
  await updatePayout(tx, { id, status: 'paid', change: { resultText } });
  return { level: 'error', message: 'a payout arrived twice', facts: { receipt } };
}

async function applyFailedTry(
  tx: Database,
  { payout, result, isLastTry }: Answered,
  now: Date,
): Promise<LogLine> {
  const { id, orderId, farmerId, buyerId, approvedAt } = payout;
  if (!isLastTry) return null;
  const isMoved =
    approvedAt === null
      ? await movePayout(tx, {
          id,
          by: 'mpesa',
          to: 'failed',
          change: { resultText: result.transactionStatus ?? result.resultText, settledAt: now },
          isTryOver: true,
        })
      : await movePayout(tx, {
          id,
          by: 'mpesa',
          to: 'due',
          change: { heldUntil: now, approvedAt: null },
        });
  if (!isMoved) return null;
  await notifyOrderChanged(tx, [{ orderId, userIds: [farmerId, buyerId] }], { now });
  return approvedAt === null
    ? { level: 'warn', message: 'a payout failed and waits for the operator' }
    : null;
}

/** M-Pesa may still learn of a recent try, so only the operator's approval sends it again. */
async function applyUnknownTry(tx: Database, answered: Answered, now: Date): Promise<LogLine> {
  const { payout, result } = answered;
  if (payout.approvedAt !== null && isOldEnough(payout, now))
    return applyFailedTry(tx, answered, now);
  const { resultCode, resultText } = result;
  if (isAwaited(payout))
    await updatePayout(tx, {
      id: payout.id,
      status: payout.status,
      change: { resultCode, resultText },
    });
  return { level: 'info', message: 'M-Pesa does not know of a payout' };
}

const isAwaited = ({ status }: PayoutRow) => status === 'sent' || status === 'unknown';

/** M-Pesa's own records may lag by this much. */
const MPESA_BOOKS_SECONDS = 60;
const isOldEnough = ({ sentAt }: PayoutRow, now: Date) =>
  sentAt === null || now >= secondsAfter(sentAt, MPESA_BOOKS_SECONDS);

const countOthers = ({ otherOrders = 0 }: Payout): number =>
  typeof otherOrders === 'number' ? otherOrders : otherOrders.length;

export const payoutNotice: NoticeKind<Payout, SmsCall> = {
  name: 'payoutPaid',
  details: describeOrders,
  topic: 'money',
  isUrgent: true,
  mail: 'unread',
  smsImportance: smsImportance.money,
  countedAs: 'payouts',
  text(payout, options) {
    const count = countOthers(payout);
    return count > 0
      ? m.noticePayoutsPaid({ ...payoutValues(payout), count }, options)
      : m.noticePayoutPaid(payoutValues(payout), options);
  },
  /** Names all the orders that the sum is for, or as many as fit and the number of the rest. */
  async sms(payout, on) {
    const { orderId, amountCents, otherOrders } = payout;
    const order = await getFarmerOrder(on, { orderId });
    const receipt = toGsm7(order.payout?.receipt ?? '-');
    const values = { amount: amountText(shillingsOf(amountCents)), receipt };
    const others = countOthers(payout);
    if (others === 0) return m.smsPayout({ id: orderId, ...values }, on);
    const ids = [orderId, ...(typeof otherOrders === 'object' ? otherOrders : [])];
    const { text, count } = fitParts(ids.map(String), { joint: ', ', characters: SMS_PAYOUTS_MAX });
    const left = 1 + others - count;
    const list = left > 0 ? m.smsAndMore({ list: text, count: left }, on) : text;
    return m.smsPayouts({ list, ...values }, on);
  },
};

/** The difference of an order whose total fell has arrived back at its buyer. */
export const differenceNotice: NoticeKind<Payout, SmsCall> = {
  details: describeOrders,
  name: 'differenceRefunded',
  topic: 'money',
  isUrgent: true,
  mail: 'unread',
  smsImportance: smsImportance.money,
  countedAs: 'payouts',
  isForMailless: true,
  sms: (payout, options) => m.noticeDifferenceRefunded(payoutValues(payout), options),
  text: (payout, options) => m.noticeDifferenceRefunded(payoutValues(payout), options),
};
