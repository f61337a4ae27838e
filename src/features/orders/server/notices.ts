import { type NoticeKind, type SmsReader, smsImportance } from '#notifications/rules/notice.ts';
import type { SmsCall } from '#notifications/server/inbox.ts';
import { amountText } from '#rules/amounts.ts';
import { callNow, momentText } from '#rules/text/sms.ts';
import { m } from '#text';
import { isCompleted, isDisputed, isOnTheWay, type OrderNews } from '../rules/order-facts.ts';
import { describeOrders, getBuyerOrder, getFarmerOrder } from './list-orders.ts';
import {
  acceptedText,
  type BuyersOrder,
  cancelledText,
  cancellingText,
  depositPaidText,
  differencePaidText,
  disputedText,
  ended,
  type FarmersOrder,
  forBuyer,
  newOrderText,
  ofFarm,
  paidText,
  shortenedText,
  weighedText,
} from './order-texts.ts';

type OrderText = (values: { id: number }, options: { locale: Language }) => string;
/** Amounts and moments are formatted. */
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
/** Null if the order has moved on. */
type Sms<Order> = (order: Order, reader: SmsReader) => string | null;
type Words<Order> = { mail: MailText; sms: Sms<Order> | null };
export type OrderNotice = { orderId: number; isCollected?: boolean };

const about = (
  topic: 'orders' | 'money',
  subject: OrderText,
  to: { buyer?: Words<BuyersOrder>; farmer?: Words<FarmersOrder> },
) => ({
  topic,
  to,
  mail: 'event' as const,
  details: describeOrders,
  text: ({ orderId }: OrderNotice, options: { locale: Language }) =>
    subject({ id: orderId }, options),
  async sms(own: OrderNotice, on: SmsReader & SmsCall) {
    return on.role === 'buyer'
      ? (to.buyer?.sms?.(await getBuyerOrder(on, own), on) ?? null)
      : (to.farmer?.sms?.(await getFarmerOrder(on, own), on) ?? null);
  },
});
const bySms = { smsImportance: smsImportance.order, countedAs: 'orders' } as const;
const aboutMoney = { smsImportance: smsImportance.money, countedAs: 'orders' } as const;
/** For users without an email. */
const ifMailless = { ...bySms, isForMailless: true } as const;
const atOnce = { isUrgent: true } as const;

export const orderNotices: Record<
  OrderNews,
  NoticeKind<OrderNotice, SmsCall> & ReturnType<typeof about>
> = {
  pending: {
    name: 'orderPending',
    ...about('orders', m.mailOrderPendingSubject, {
      farmer: { mail: m.mailOrderPendingFarmer, sms: newOrderText },
    }),
    ...bySms,
  },
  confirmed: {
    name: 'orderConfirmed',
    ...about('orders', m.mailOrderConfirmedSubject, {
      buyer: { mail: m.mailOrderConfirmedBuyer, sms: acceptedText },
    }),
    // An unpaid order is cancelled after a day, so this always goes by SMS.
    ...bySms,
  },
  shortened: {
    name: 'orderShortened',
    ...about('orders', m.mailOrderShortenedSubject, {
      buyer: { mail: m.mailOrderShortenedBuyer, sms: shortenedText },
    }),
    ...atOnce,
    ...bySms,
  },
  weighed: {
    name: 'orderWeighed',
    ...about('orders', m.mailOrderWeighedSubject, {
      buyer: {
        mail: m.mailOrderWeighedBuyer,
        sms: (order, on) => (isOnTheWay(order.status) ? weighedText(order, on) : null),
      },
    }),
    ...atOnce,
    ...ifMailless,
  },
  rejected: {
    name: 'orderRejected',
    ...about('orders', m.mailOrderRejectedSubject, {
      buyer: {
        mail: m.mailOrderRejectedBuyer,
        sms: ended('rejected', (order, on) => m.smsRejectedToBuyer(ofFarm(order, on), on)),
      },
    }),
    ...bySms,
  },
  expired: {
    name: 'orderExpired',
    ...about('orders', m.mailOrderExpiredSubject, {
      buyer: {
        mail: m.mailOrderExpiredBuyer,
        sms: ended('expired', (order, on) => {
          const { farm: name, ...values } = ofFarm(order, on);
          return order.deposit > 0
            ? m.smsPreOrderExpired({ ...values, name }, on)
            : m.smsExpiredToBuyer({ id: order.id, farm: name }, on);
        }),
      },
      farmer: {
        mail: m.mailOrderExpiredFarmer,
        sms(order, on) {
          if (order.status !== 'expired') return null;
          const text = order.deposit > 0 ? m.smsPreOrderExpired : m.smsExpiredToFarmer;
          return text(forBuyer(order, on), on);
        },
      },
    }),
    ...bySms,
  },
  cancelled: {
    name: 'orderCancelled',
    ...about('orders', m.mailOrderCancelledSubject, {
      buyer: { mail: m.mailOrderCancelledBuyer, sms: ended('cancelled', cancelledText) },
      farmer: {
        mail: m.mailOrderCancelledFarmer,
        sms: (order, on) =>
          order.status === 'cancelled' ? m.smsCancelledToFarmer(forBuyer(order, on), on) : null,
      },
    }),
    ...bySms,
  },
  dispatched: {
    name: 'orderDispatched',
    ...about('orders', m.mailOrderDispatchedSubject, {
      buyer: {
        mail: m.mailOrderDispatchedBuyer,
        sms(order, on) {
          if (!isOnTheWay(order.status)) return null;
          const isCollected = order.fulfilment === 'collection';
          return (isCollected ? m.smsReadyToBuyer : m.smsSentToBuyer)(ofFarm(order, on), on);
        },
      },
    }),
    ...atOnce,
    ...ifMailless,
    text: ({ orderId: id, isCollected }, options) =>
      (isCollected ? m.mailOrderReadySubject : m.mailOrderDispatchedSubject)({ id }, options),
  },
  completed: {
    name: 'orderCompleted',
    ...about('orders', m.mailOrderCompletedSubject, {
      buyer: {
        mail: m.mailOrderCompletedBuyer,
        sms: (order, on) =>
          isCompleted(order.status)
            ? m.smsCompletedToBuyer({ ...ofFarm(order, on), act: callNow(on, on) }, on)
            : null,
      },
      farmer: {
        mail: m.mailOrderCompletedFarmer,
        sms: ({ id, status, amount }, on) =>
          isCompleted(status) ? m.smsCompleted({ id, total: amountText(amount) }, on) : null,
      },
    }),
    ...atOnce,
    ...ifMailless,
  },
  disputed: {
    name: 'orderDisputed',
    ...about('orders', m.mailOrderDisputedSubject, {
      farmer: {
        mail: m.mailOrderDisputedFarmer,
        sms: (order, on) => (isDisputed(order.status) ? disputedText(order, on) : null),
      },
    }),
    ...aboutMoney,
  },
  reminder: {
    name: 'orderReminder',
    ...about('orders', m.mailOrderReminderSubject, {
      buyer: {
        mail: m.mailOrderReminderBuyer,
        sms: ({ id, status, completesAt }, on) =>
          isOnTheWay(status) && completesAt
            ? m.smsReminder({ id, until: momentText(completesAt, on) }, on)
            : null,
      },
    }),
    ...bySms,
  },
  notCollected: {
    name: 'orderNotCollected',
    ...about('orders', m.mailOrderNotCollectedSubject, {
      buyer: { mail: m.mailOrderNotCollectedBuyer, sms: ended('cancelled', cancelledText) },
    }),
    ...atOnce,
    ...bySms,
  },
  cancellationReminder: {
    name: 'orderCancellationReminder',
    ...about('orders', m.mailOrderCancellationReminderSubject, {
      buyer: { mail: m.mailOrderCancellationReminderBuyer, sms: cancellingText },
      farmer: { mail: m.mailOrderCancellationReminderFarmer, sms: cancellingText },
    }),
    ...bySms,
  },
  depositPaid: {
    name: 'orderDepositPaid',
    ...about('money', m.mailDepositPaidSubject, {
      buyer: { mail: m.mailDepositPaidBuyer, sms: null },
      farmer: { mail: m.mailDepositPaidFarmer, sms: depositPaidText },
    }),
    ...atOnce,
    ...aboutMoney,
  },
  paid: {
    name: 'orderPaid',
    ...about('money', m.mailOrderPaidSubject, {
      buyer: { mail: m.mailOrderPaidBuyer, sms: null },
      farmer: { mail: m.mailOrderPaidFarmer, sms: paidText },
    }),
    ...atOnce,
    ...aboutMoney,
  },
  differencePaid: {
    name: 'orderDifferencePaid',
    ...about('money', m.mailOrderDifferencePaidSubject, {
      farmer: { mail: m.mailOrderDifferencePaidFarmer, sms: differencePaidText },
    }),
    ...atOnce,
    ...aboutMoney,
  },
  refunded: {
    name: 'orderRefunded',
    ...about('money', m.mailOrderRefundedSubject, {
      buyer: {
        mail: m.mailOrderRefundedBuyer,
        sms: ({ id, paymentStatus, total }, on) =>
          paymentStatus === 'refunded' ? m.smsRefunded({ id, total: amountText(total) }, on) : null,
      },
    }),
    ...atOnce,
    ...aboutMoney,
    isForMailless: true,
  },
};

export const reviewNotice: NoticeKind<{ orderId: number; rating: number }, SmsCall> = {
  details: describeOrders,
  name: 'orderReviewed',
  topic: 'reviews',
  mail: 'event',
  text: ({ orderId: order, rating }, options) => m.mailReviewedSubject({ order, rating }, options),
};
