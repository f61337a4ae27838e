import {
  isNoticeKind,
  type NoticeFacts,
  type OfferNews,
} from '#features/notifications/rules/notice.ts';
import { findCrop } from '#features/products/rules/crops.ts';
import type { Language } from '#platform/rules/language.ts';
import { amountInFigures, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

type Text<Facts> = (facts: Facts, options: { locale: Language }) => string;

const offerTexts: Record<OfferNews, Text<{ product: string }>> = {
  made: m.noticeOfferMade,
  countered: m.noticeOfferCountered,
  accepted: m.noticeOfferAccepted,
  declined: m.noticeOfferDeclined,
  withdrawn: m.noticeOfferWithdrawn,
  expired: m.noticeOfferExpired,
  released: m.noticeOfferReleased,
  over: m.noticeOfferOver,
};

const mediaTexts = { photo: m.noticePhoto, voice: m.noticeVoice };

/** A notice about an order has the text of the mail's subject. */
const ofOrder =
  (text: Text<{ id: number }>): Text<{ orderId: number }> =>
  ({ orderId }, options) =>
    text({ id: orderId }, options);

const texts: { [K in keyof NoticeFacts]: Text<NoticeFacts[K]> } = {
  orderPending: ofOrder(m.mailOrderPendingSubject),
  orderConfirmed: ofOrder(m.mailOrderConfirmedSubject),
  orderRejected: ofOrder(m.mailOrderRejectedSubject),
  orderExpired: ofOrder(m.mailOrderExpiredSubject),
  orderCancelled: ofOrder(m.mailOrderCancelledSubject),
  orderDispatched: ({ isCollected, ...order }, options) =>
    ofOrder(isCollected ? m.mailOrderReadySubject : m.mailOrderDispatchedSubject)(order, options),
  orderCompleted: ofOrder(m.mailOrderCompletedSubject),
  orderDisputed: ofOrder(m.mailOrderDisputedSubject),
  orderPaid: ofOrder(m.mailOrderPaidSubject),
  orderRefunded: ofOrder(m.mailOrderRefundedSubject),
  orderReminder: ofOrder(m.mailOrderReminderSubject),
  orderNotCollected: ofOrder(m.mailOrderNotCollectedSubject),
  orderCancellationReminder: ofOrder(m.mailOrderCancellationReminderSubject),
  orderReviewed: ({ orderId, rating }, options) =>
    m.mailReviewedSubject({ order: orderId, rating }, options),
  payoutPaid: ({ orderId, amountCents }, options) =>
    m.noticePayoutPaid({ id: orderId, amount: amountInFigures(shillingsOf(amountCents)) }, options),
  payoutUnverified: ({ orderId, amountCents }, options) =>
    m.noticePayoutUnverified(
      { id: orderId, amount: amountInFigures(shillingsOf(amountCents)) },
      options,
    ),
  message: ({ product, shows }, options) =>
    (shows ? mediaTexts[shows] : m.noticeMessage)({ product }, options),
  offer: ({ news, ...offer }, options) => offerTexts[news](offer, options),
  priceAlert: ({ crop: id, county, price: kes }, options) => {
    const [crop, price] = [cropName(id, options.locale), kes.toLocaleString('en-KE')];
    return county
      ? m.noticePriceAlertCounty({ crop, county, price }, options)
      : m.noticePriceAlert({ crop, price }, options);
  },
};

function cropName(id: string, language: Language): string {
  const crop = findCrop(id);
  return (language === 'sw' ? crop?.swahili : crop?.english) ?? id;
}

/**
 * A stored notice as one sentence; null for a kind that only another version of the server knows.
 */
export function noticeText(
  { kind, facts }: { kind: string; facts: unknown },
  language: Language,
): string | null {
  if (!isNoticeKind(kind)) return null;
  // A cast, because insertNotices wrote the facts, and its types pair kind and facts.
  return (texts[kind] as Text<unknown>)(facts, { locale: language });
}
