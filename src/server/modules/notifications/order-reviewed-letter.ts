import type { Language } from '#shared/language.ts';
import { m } from '#shared/text/compiled/messages.js';
import { writeLetter } from './letters/layout.ts';

type OrderReviewedLetter = {
  to: string;
  language: Language;
  firstName: string;
  orderId: number;
  rating: number;
  text: string;
  supportEmail: string;
};

/** Tells a farmer what a buyer thinks of an order, and that it can be answered. */
export function orderReviewedLetter({ firstName, orderId, rating, text, language, ...letter }: OrderReviewedLetter) {
  const locale = { locale: language };
  return writeLetter({
    ...letter,
    language,
    subject: m.mailReviewedSubject({ order: orderId, rating }, locale),
    paragraphs: [
      m.mailReviewedBody({ firstName, order: orderId, rating }, locale),
      ...(text ? [`“${text}”`] : []),
      m.mailReviewedAnswer({}, locale),
    ],
  });
}
