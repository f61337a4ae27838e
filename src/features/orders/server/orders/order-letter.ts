import { writeLetter } from '#features/notifications/server/letter-layout.ts';
import { orderNotices, reviewNotice } from '#features/orders/rules/notices.ts';
import { isPaidBack } from '#features/orders/rules/order.ts';
import type {
  Fulfilment,
  OrderNews,
  PaymentMethod,
  PaymentStatus,
} from '#features/orders/rules/order-facts.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

export type OrderLetter = {
  to: string;
  language: Language;
  recipient: 'buyer' | 'farmer';
  about: OrderNews;
  id: number;
  /** The other side's name. */
  name: string;
  products: string;
  /** The formatted amount in KES. */
  total: string;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  fulfilment: Fulfilment;
  reason: string | null;
  /** "38 of 50 kg Sukuma wiki": what the farmer has less of than was ordered; otherwise empty. */
  lessOf: string;
  /**
   * The formatted moment when the clock completes or cancels the order, or the buyer's time to
   * object or to cancel a shortened order ends.
   */
  moment: string;
  url: string;
  supportEmail: string;
};

type Values = { id: number; name: string; products: string; total: string; moment: string };
type Text = (values: Values, options: { locale: Language }) => string;

const bodies: Record<'buyer' | 'farmer', Partial<Record<OrderNews, Text>>> = {
  buyer: {
    confirmed: m.mailOrderConfirmedBuyer,
    shortened: m.mailOrderShortenedBuyer,
    rejected: m.mailOrderRejectedBuyer,
    expired: m.mailOrderExpiredBuyer,
    cancelled: m.mailOrderCancelledBuyer,
    dispatched: m.mailOrderDispatchedBuyer,
    completed: m.mailOrderCompletedBuyer,
    paid: m.mailOrderPaidBuyer,
    refunded: m.mailOrderRefundedBuyer,
    reminder: m.mailOrderReminderBuyer,
    notCollected: m.mailOrderNotCollectedBuyer,
    cancellationReminder: m.mailOrderCancellationReminderBuyer,
  },
  farmer: {
    pending: m.mailOrderPendingFarmer,
    expired: m.mailOrderExpiredFarmer,
    cancelled: m.mailOrderCancelledFarmer,
    completed: m.mailOrderCompletedFarmer,
    disputed: m.mailOrderDisputedFarmer,
    paid: m.mailOrderPaidFarmer,
    cancellationReminder: m.mailOrderCancellationReminderFarmer,
  },
};

/** Whether this side is notified of this news at all. */
export const hasOrderText = (recipient: 'buyer' | 'farmer', about: OrderNews): boolean =>
  bodies[recipient][about] !== undefined;

/** The mail to one side about a change of an order; null if that side gets none. */
export function orderLetter({ reason, lessOf, url, ...letter }: OrderLetter) {
  const { about, language } = letter;
  const locale = { locale: language };
  const body = bodyOf(letter);
  if (!body) return null;
  const { id, name, products, total, moment } = letter;
  const isCollected = letter.fulfilment === 'collection';
  const values = { id, name, products, total, moment };
  const isExplained = ['rejected', 'cancelled', 'notCollected', 'disputed'].includes(about);
  return writeLetter({
    to: letter.to,
    supportEmail: letter.supportEmail,
    language,
    subject: orderNotices[about].text({ orderId: id, isCollected }, locale),
    paragraphs: [
      body(values, locale),
      ...(lessOf && isAboutLess(about) ? [m.mailOrderLess({ lessOf, moment }, locale)] : []),
      ...(reason && isExplained ? [m.mailOrderReason({ reason }, locale)] : []),
      m.mailOrderLink({ url }, locale),
    ],
  });
}

const isAboutLess = (about: OrderNews) => about === 'confirmed' || about === 'shortened';

/** Chooses the text, which may depend on the payment and the fulfilment. */
function bodyOf({
  recipient,
  about,
  paymentMethod,
  paymentStatus,
  fulfilment,
}: Omit<OrderLetter, 'reason' | 'lessOf' | 'url'>) {
  if (about === 'dispatched' && recipient === 'buyer' && fulfilment === 'collection')
    return m.mailOrderReadyBuyer;
  if (about === 'cancelled' && recipient === 'buyer' && !isPaidBack({ paymentStatus }))
    return m.mailOrderCancelledUnpaidBuyer;
  const isToPay = recipient === 'buyer' && about === 'confirmed' && paymentMethod === 'M-Pesa';
  return isToPay ? m.mailOrderConfirmedPayBuyer : bodies[recipient][about];
}

type OrderReviewedLetter = {
  to: string;
  language: Language;
  firstName: string;
  orderId: number;
  rating: number;
  text: string;
  supportEmail: string;
};

/** Tells a farmer about a buyer's review, and that it can be answered. */
export function orderReviewedLetter({
  firstName,
  orderId,
  rating,
  text,
  language,
  ...letter
}: OrderReviewedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: reviewNotice.text({ orderId, rating }, locale),
    paragraphs: [
      m.mailReviewedBody({ firstName, order: orderId, rating }, locale),
      ...(text ? [`“${text}”`] : []),
      m.mailReviewedAnswer({}, locale),
    ],
  });
}
