/* The notices about messages and price offers. */

import { SMS_NAME_MAX } from '#features/notifications/rules/limits.ts';
import { type NoticeKind, noticeSms, smsImportance } from '#features/notifications/rules/notice.ts';
import { NET_WEIGHT_MAX_KG, QUANTITY_MAX } from '#features/products/rules/limits.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { pricedUnitText, unitText } from '#features/products/rules/unit-texts.ts';
import type { Language } from '#platform/rules/language.ts';
import { ID_MAX, MONEY_MAX_KES } from '#platform/rules/limits.ts';
import { amountInFigures } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { orDial } from '#platform/rules/text/dialled.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { wordsToGsm7 } from '#platform/rules/text/gsm7.ts';

/** `shows`: omitted for a text. */
export type MessageNotice = { product: string; shows?: 'photo' | 'voice' };

const bySms = { smsImportance: smsImportance.message, countedAs: 'messages' } as const;
const mediaTexts = { photo: m.noticePhoto, voice: m.noticeVoice };

export const messageNotice: NoticeKind<MessageNotice> = {
  name: 'message',
  topic: 'messages',
  mail: 'unread',
  ...bySms,
  text: ({ product, shows }, options) =>
    (shows ? mediaTexts[shows] : m.noticeMessage)({ product }, options),
  sms: noticeSms(
    ({ product }, options) =>
      m.smsMessage(
        { product: wordsToGsm7(product, SMS_NAME_MAX), orDial: orDial(options, options) },
        options,
      ),
    { product: 'x'.repeat(SMS_NAME_MAX) },
  ),
};

/** The changes of an offer that the other side is notified about. */
export type OfferNews =
  | 'made'
  | 'countered'
  | 'accepted'
  | 'declined'
  | 'withdrawn'
  | 'expired'
  | 'released'
  | 'over';

type Text = (values: { product: string }, options: { locale: Language }) => string;

const offerTexts: Record<OfferNews, Text> = {
  made: m.noticeOfferMade,
  countered: m.noticeOfferCountered,
  accepted: m.noticeOfferAccepted,
  declined: m.noticeOfferDeclined,
  withdrawn: m.noticeOfferWithdrawn,
  expired: m.noticeOfferExpired,
  released: m.noticeOfferReleased,
  over: m.noticeOfferOver,
};

/** The product, quantity and price of an offer. Money in KES. */
export type OfferTerms = {
  id: number;
  quantity: number;
  unit: Unit;
  netWeightKg: number | null;
  price: number;
};

/** `offer`: for a farmer, who may answer it by SMS. */
type OfferFacts = { product: string; news: OfferNews; offer?: OfferTerms };

export const offerNotice: NoticeKind<OfferFacts> = {
  name: 'offer',
  topic: 'offers',
  mail: 'unread',
  ...bySms,
  isForMailless: true,
  text: ({ product, news }, options) => offerTexts[news]({ product }, options),
  sms: noticeSms<OfferFacts>(
    ({ product: name, news, offer }, options) => {
      const product = wordsToGsm7(name, SMS_NAME_MAX);
      if (offer) return m.smsOfferToAnswer({ product, ...valuesOf(offer, options) }, options);
      const sentence = offerTexts[news]({ product }, options);
      return m.smsOffer({ news: sentence, orDial: orDial(options, options) }, options);
    },
    {
      product: 'x'.repeat(SMS_NAME_MAX),
      news: 'made',
      offer: {
        id: ID_MAX,
        quantity: QUANTITY_MAX,
        unit: 'crates',
        netWeightKg: NET_WEIGHT_MAX_KG - 0.01,
        price: MONEY_MAX_KES,
      },
    },
  ),
};

const valuesOf = (
  { id, quantity, unit, netWeightKg, price }: OfferTerms,
  options: { locale: Language },
) => ({
  id,
  quantity: figureText(quantity),
  unit: unitText(quantity, unit, options),
  price: amountInFigures(price).replace(/\.00$/, ''),
  one: pricedUnitText(unit, netWeightKg, options),
});

/** The subject of a conversation's messages and offers. */
export const conversationSubject = (conversationId: number) => `conversation/${conversationId}`;
