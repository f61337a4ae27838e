/* The notices about money that goes out: payouts, and refunds of a difference. */

import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import type { SmsCall } from '#notifications/server/notify.ts';
import { SMS_PAYOUTS_MAX } from '#orders/rules/sms-words.ts';
import { amountText, shillingsOf } from '#platform/rules/money.ts';
import { fitParts, toGsm7 } from '#platform/rules/text/sms.ts';
import { m } from '#text';
import { getFarmerOrder } from '../../list-orders.ts';
import { describeOrders } from '../../order-texts.ts';

/**
 * `otherOrders`: the other orders whose payouts are part of the sum. Notices of an earlier version
 * have only their number.
 */
export type Payout = {
  orderId: number;
  amountCents: number;
  otherOrders?: readonly number[] | number;
};

/** How many of them there are. */
const countOthers = ({ otherOrders = 0 }: Payout): number =>
  typeof otherOrders === 'number' ? otherOrders : otherOrders.length;

const valuesOf = ({ orderId, amountCents }: Payout) => ({
  id: orderId,
  amount: amountText(shillingsOf(amountCents)),
});

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
      ? m.noticePayoutsPaid({ ...valuesOf(payout), count }, options)
      : m.noticePayoutPaid(valuesOf(payout), options);
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
  sms: (payout, options) => m.noticeDifferenceRefunded(valuesOf(payout), options),
  text: (payout, options) => m.noticeDifferenceRefunded(valuesOf(payout), options),
};

/** About the first payout that waits until the farmer verifies their number. */
export const unverifiedNotice: NoticeKind<Payout> = {
  name: 'payoutUnverified',
  topic: 'money',
  mail: 'unread',
  text: (payout, options) => m.noticePayoutUnverified(valuesOf(payout), options),
};

/** The subject of payouts that wait until the farmer verifies their number. */
export const unverifiedSubject = 'payouts/unverified';
