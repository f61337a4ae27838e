import { isPaidBack } from '#orders/rules/order.ts';
import type {
  Fulfilment,
  OrderNews,
  PaymentMethod,
  PaymentStatus,
} from '#orders/rules/order-facts.ts';
import type { Language } from '#platform/rules/language.ts';
import { warningOf } from '#platform/rules/text/message-warning.ts';
import { writeLetter } from '#platform/server/adapters/letter-layout.ts';
import { m } from '#text';
import { type MailText, orderNotices, reviewNotice } from '../notices.ts';

export type OrderLetter = {
  to: string;
  language: Language;
  recipient: 'buyer' | 'farmer';
  about: OrderNews;
  id: number;
  firstName: string | null;
  /** Of the other side. */
  name: string;
  products: string;
  total: string;
  deposit: { amount: string; rest: string; isPaid: boolean } | null;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  fulfilment: Fulfilment;
  reason: string | null;
  /** "38 of 50 kg Sukuma wiki" */
  lessOf: string;
  /** When the clock acts, or the buyer's time to object or cancel ends. */
  moment: string;
  url: string;
  supportEmail: string;
};

const preOrderBodies: Record<'buyer' | 'farmer', Partial<Record<OrderNews, MailText>>> = {
  buyer: {
    confirmed: m.mailPreOrderConfirmedBuyer,
    rejected: m.mailPreOrderRejectedBuyer,
    expired: m.mailPreOrderExpiredBuyer,
    cancelled: m.mailOrderCancelledUnpaidBuyer,
  },
  farmer: { pending: m.mailPreOrderPendingFarmer, expired: m.mailPreOrderExpiredFarmer },
};

export function orderLetter({ reason, lessOf, url, ...letter }: OrderLetter) {
  const { about, language } = letter;
  const locale = { locale: language };
  const body = bodyOf(letter);
  if (!body) return null;
  const { id, name, products, total, moment, deposit } = letter;
  const isCollected = letter.fulfilment === 'collection';
  const amounts = { deposit: deposit?.amount ?? '', rest: deposit?.rest ?? '' };
  const values = { id, name, products, total, moment, ...amounts };
  const isExplained = ['rejected', 'cancelled', 'notCollected', 'disputed'].includes(about);
  return writeLetter({
    to: letter.to,
    supportEmail: letter.supportEmail,
    firstName: letter.firstName,
    language,
    subject: orderNotices[about].text({ orderId: id, isCollected }, locale),
    paragraphs: [
      body(values, locale),
      ...(lessOf && isAboutLess(about) ? [m.mailOrderLess({ lessOf, moment }, locale)] : []),
      ...(isDepositBack(letter) ? [m.mailDepositBack(amounts, locale)] : []),
      ...(reason && isExplained
        ? [toldOr(reason, m.mailOrderReason({ reason }, locale), locale)]
        : []),
      m.mailOrderLink({ url }, locale),
    ],
  });
}

/** In our letter, a stranger's suspicious words would pass for ours. */
const toldOr = (words: string, told: string, locale: { locale: Language }): string =>
  warningOf(words) ? m.mailWordsInOrder({}, locale) : told;

const isAboutLess = (about: OrderNews) => about === 'confirmed' || about === 'shortened';

/** A paid order is refunded as a whole. */
const isDepositBack = ({
  recipient,
  about,
  deposit,
  paymentStatus,
}: Omit<OrderLetter, 'reason' | 'lessOf' | 'url'>): boolean =>
  recipient === 'buyer' &&
  deposit?.isPaid === true &&
  !isPaidBack({ paymentStatus }) &&
  ['rejected', 'expired', 'cancelled'].includes(about);

function bodyOf({
  recipient,
  about,
  paymentMethod,
  paymentStatus,
  fulfilment,
  deposit,
}: Omit<OrderLetter, 'reason' | 'lessOf' | 'url'>) {
  const isRefunded = about === 'cancelled' && isPaidBack({ paymentStatus });
  const isCovered = about === 'confirmed' && paymentStatus === 'paid';
  const preOrderText = deposit && preOrderBodies[recipient][about];
  if (preOrderText && !isRefunded && !isCovered) return preOrderText;
  if (about === 'dispatched' && recipient === 'buyer' && fulfilment === 'collection')
    return m.mailOrderReadyBuyer;
  if (about === 'cancelled' && recipient === 'buyer' && !isPaidBack({ paymentStatus }))
    return m.mailOrderCancelledUnpaidBuyer;
  const isToPay =
    recipient === 'buyer' && about === 'confirmed' && paymentMethod === 'M-Pesa' && !isCovered;
  return isToPay ? m.mailOrderConfirmedPayBuyer : orderNotices[about].to[recipient]?.mail;
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

export function orderReviewedLetter({
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
      ...(text ? [toldOr(text, `“${text}”`, locale)] : []),
      m.mailReviewedAnswer({}, locale),
    ],
  });
}
