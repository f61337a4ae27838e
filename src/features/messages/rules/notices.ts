import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { figureText } from '#platform/rules/decimal.ts';
import type { Language } from '#platform/rules/language.ts';
import { amountText } from '#platform/rules/money.ts';
import { orDial, shortName } from '#platform/rules/text/sms.ts';
import type { Unit } from '#products/rules/product.ts';
import { pricedUnitText, unitText } from '#products/rules/product-texts.ts';
import { m } from '#text';

export type MessageNotice = { product: string; shows?: 'photo' | 'voice' };

const mediaTexts = { photo: m.noticePhoto, voice: m.noticeVoice };

export const messageNotice: NoticeKind<MessageNotice> = {
  name: 'message',
  topic: 'messages',
  mail: 'unread',
  smsImportance: smsImportance.message,
  countedAs: 'messages',
  text: ({ product, shows }, options) =>
    (shows ? mediaTexts[shows] : m.noticeMessage)({ product }, options),
  sms: ({ product }, on) =>
    m.smsMessage({ product: shortName(product), orDial: orDial(on, on) }, on),
};

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

export const offerTexts: Record<OfferNews, Text> = {
  made: m.noticeOfferMade,
  countered: m.noticeOfferCountered,
  accepted: m.noticeOfferAccepted,
  declined: m.noticeOfferDeclined,
  withdrawn: m.noticeOfferWithdrawn,
  expired: m.noticeOfferExpired,
  released: m.noticeOfferReleased,
  over: m.noticeOfferOver,
};

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
  smsImportance: smsImportance.message,
  countedAs: 'messages',
  isForMailless: true,
  text: ({ product, news }, options) => offerTexts[news]({ product }, options),
  sms({ product: name, news, offer }, on) {
    const product = shortName(name);
    if (offer) return m.smsOfferToAnswer({ product, ...valuesOf(offer, on) }, on);
    return m.smsOffer({ news: offerTexts[news]({ product }, on), orDial: orDial(on, on) }, on);
  },
};

const valuesOf = (
  { id, quantity, unit, netWeightKg, price }: OfferTerms,
  options: { locale: Language },
) => ({
  id,
  quantity: figureText(quantity),
  unit: unitText(quantity, unit, options),
  price: amountText(price),
  one: pricedUnitText(unit, netWeightKg, options),
});

export const conversationSubject = (conversationId: number) => `conversation/${conversationId}`;
