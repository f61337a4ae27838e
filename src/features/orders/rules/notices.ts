/* The notices about orders, payouts and reviews. */

import {
  type NoticeKind,
  type NoticeTopic,
  noticeSms,
  smsImportance,
} from '#features/notifications/rules/notice.ts';
import type { OrderNews } from '#features/orders/rules/order-facts.ts';
import type { Language } from '#platform/rules/language.ts';
import { amountInFigures, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type OrderText = (values: { id: number }, options: { locale: Language }) => string;
/** The values in mails about an order. The amounts and the moment are formatted. */
type MailValues = {
  id: number;
  name: string;
  products: string;
  total: string;
  moment: string;
  deposit: string;
  rest: string;
};
export type MailText = (values: MailValues, options: { locale: Language }) => string;
export type OrderNotice = { orderId: number; isCollected?: boolean };

const about = <Topic extends NoticeTopic>(topic: Topic, text: OrderText) => ({
  topic,
  mail: 'event' as const,
  text: ({ orderId }: OrderNotice, options: { locale: Language }) => text({ id: orderId }, options),
});
const bySms = { smsImportance: smsImportance.order, countedAs: 'orders' } as const;
const aboutMoney = { smsImportance: smsImportance.money, countedAs: 'orders' } as const;
/** News that people can wait for, as long as a mail brings it. */
const ifMailless = { ...bySms, isForMailless: true } as const;
const atOnce = { isUrgent: true } as const;

type OrderNoticeKind = NoticeKind<OrderNotice> & {
  /** The text of the mail to each side. A side without one is not notified at all. */
  bodies: { buyer?: MailText; farmer?: MailText };
};

/** The notices about news of an order. Their texts are also the subjects of its mails. */
export const orderNotices: Record<OrderNews, OrderNoticeKind> = {
  pending: {
    name: 'orderPending',
    ...about('orders', m.mailOrderPendingSubject),
    ...bySms,
    bodies: { farmer: m.mailOrderPendingFarmer },
  },
  confirmed: {
    name: 'orderConfirmed',
    ...about('orders', m.mailOrderConfirmedSubject),
    // It is paid within a day, or cancelled.
    ...bySms,
    bodies: { buyer: m.mailOrderConfirmedBuyer },
  },
  shortened: {
    name: 'orderShortened',
    ...about('orders', m.mailOrderShortenedSubject),
    ...atOnce,
    ...bySms,
    bodies: { buyer: m.mailOrderShortenedBuyer },
  },
  weighed: {
    name: 'orderWeighed',
    ...about('orders', m.mailOrderWeighedSubject),
    ...atOnce,
    ...ifMailless,
    bodies: { buyer: m.mailOrderWeighedBuyer },
  },
  rejected: {
    name: 'orderRejected',
    ...about('orders', m.mailOrderRejectedSubject),
    ...bySms,
    bodies: { buyer: m.mailOrderRejectedBuyer },
  },
  expired: {
    name: 'orderExpired',
    ...about('orders', m.mailOrderExpiredSubject),
    ...bySms,
    bodies: { buyer: m.mailOrderExpiredBuyer, farmer: m.mailOrderExpiredFarmer },
  },
  cancelled: {
    name: 'orderCancelled',
    ...about('orders', m.mailOrderCancelledSubject),
    ...bySms,
    bodies: { buyer: m.mailOrderCancelledBuyer, farmer: m.mailOrderCancelledFarmer },
  },
  dispatched: {
    name: 'orderDispatched',
    topic: 'orders',
    mail: 'event',
    ...atOnce,
    ...ifMailless,
    text: ({ orderId: id, isCollected }, options) =>
      (isCollected ? m.mailOrderReadySubject : m.mailOrderDispatchedSubject)({ id }, options),
    bodies: { buyer: m.mailOrderDispatchedBuyer },
  },
  completed: {
    name: 'orderCompleted',
    ...about('orders', m.mailOrderCompletedSubject),
    ...atOnce,
    ...ifMailless,
    bodies: { buyer: m.mailOrderCompletedBuyer, farmer: m.mailOrderCompletedFarmer },
  },
  disputed: {
    name: 'orderDisputed',
    ...about('orders', m.mailOrderDisputedSubject),
    ...aboutMoney,
    bodies: { farmer: m.mailOrderDisputedFarmer },
  },
  reminder: {
    name: 'orderReminder',
    ...about('orders', m.mailOrderReminderSubject),
    ...bySms,
    bodies: { buyer: m.mailOrderReminderBuyer },
  },
  notCollected: {
    name: 'orderNotCollected',
    ...about('orders', m.mailOrderNotCollectedSubject),
    ...atOnce,
    ...bySms,
    bodies: { buyer: m.mailOrderNotCollectedBuyer },
  },
  cancellationReminder: {
    name: 'orderCancellationReminder',
    ...about('orders', m.mailOrderCancellationReminderSubject),
    ...bySms,
    bodies: {
      buyer: m.mailOrderCancellationReminderBuyer,
      farmer: m.mailOrderCancellationReminderFarmer,
    },
  },
  depositPaid: {
    name: 'orderDepositPaid',
    ...about('money', m.mailDepositPaidSubject),
    ...atOnce,
    ...aboutMoney,
    bodies: { buyer: m.mailDepositPaidBuyer, farmer: m.mailDepositPaidFarmer },
  },
  paid: {
    name: 'orderPaid',
    ...about('money', m.mailOrderPaidSubject),
    ...atOnce,
    ...aboutMoney,
    bodies: { buyer: m.mailOrderPaidBuyer, farmer: m.mailOrderPaidFarmer },
  },
  differencePaid: {
    name: 'orderDifferencePaid',
    ...about('money', m.mailOrderDifferencePaidSubject),
    ...atOnce,
    ...aboutMoney,
    bodies: { farmer: m.mailOrderDifferencePaidFarmer },
  },
  refunded: {
    name: 'orderRefunded',
    ...about('money', m.mailOrderRefundedSubject),
    ...atOnce,
    ...aboutMoney,
    isForMailless: true,
    bodies: { buyer: m.mailOrderRefundedBuyer },
  },
};

export const reviewNotice: NoticeKind<{ orderId: number; rating: number }> = {
  name: 'orderReviewed',
  topic: 'reviews',
  mail: 'event',
  text: ({ orderId: order, rating }, options) => m.mailReviewedSubject({ order, rating }, options),
};

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
export const countOthers = ({ otherOrders = 0 }: Payout): number =>
  typeof otherOrders === 'number' ? otherOrders : otherOrders.length;

const valuesOf = ({ orderId, amountCents }: Payout) => ({
  id: orderId,
  amount: amountInFigures(shillingsOf(amountCents)),
});

export const payoutNotice: NoticeKind<Payout> = {
  name: 'payoutPaid',
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
};

/** The difference of an order whose total fell has arrived back at its buyer. */
export const differenceNotice: NoticeKind<Payout> = {
  name: 'differenceRefunded',
  topic: 'money',
  isUrgent: true,
  mail: 'unread',
  smsImportance: smsImportance.money,
  countedAs: 'payouts',
  isForMailless: true,
  sms: noticeSms((payout, options) => m.noticeDifferenceRefunded(valuesOf(payout), options), {
    orderId: 2_147_483_647,
    amountCents: 123_456_700,
  }),
  text: (payout, options) => m.noticeDifferenceRefunded(valuesOf(payout), options),
};

/** About the first payout that waits until the farmer verifies their number. */
export const unverifiedNotice: NoticeKind<Payout> = {
  name: 'payoutUnverified',
  topic: 'money',
  mail: 'unread',
  text: (payout, options) => m.noticePayoutUnverified(valuesOf(payout), options),
};

/** The kinds of this feature. */
export const noticesOfOrders = [
  ...Object.values(orderNotices),
  reviewNotice,
  payoutNotice,
  differenceNotice,
  unverifiedNotice,
];

/** The subject of all notices about an order. */
export const orderSubject = (orderId: number) => `order/${orderId}`;

/** The subject of payouts that wait until the farmer verifies their number. */
export const unverifiedSubject = 'payouts/unverified';
