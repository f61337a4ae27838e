import * as z from 'zod/mini';
import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { REASON_MAX } from '#orders/rules/limits.ts';
import { PRIVATE_PHOTO_SIZES_PIXELS, VOICE_NOTE_MAX_SECONDS } from '#photos/rules/photo.ts';
import type { Unit } from '#products/rules/product.ts';
import { pricedUnitText, unitText } from '#products/rules/product-texts.ts';
import { amountText, figureText } from '#rules/amounts.ts';
import {
  atMost,
  fieldError,
  listLimit,
  pageCursor,
  paragraph,
  rowId,
  searchLine,
} from '#rules/fields.ts';
import { DAY_SECONDS, HOUR_SECONDS, LIST_LIMIT_MAX, MINUTE_SECONDS } from '#rules/limits.ts';
import { orDial, shortName } from '#rules/text/sms.ts';
import { m } from '#text';

export const MESSAGE_MAX = 1000;
/** A buyer's new conversations per day in Nairobi, and a user's messages per minute. */
export const CONVERSATIONS_PER_DAY = 20;
export const MESSAGES_PER_MINUTE = 30;
export const MESSAGES_WINDOW_SECONDS = MINUTE_SECONDS;
export const PHOTOS_PER_MESSAGE = 3;
/** Per user and day in Nairobi: about 300 photos, or hours of speech. */
export const MESSAGE_MEDIA_PER_DAY_BYTES = 150 * 1024 * 1024;
/** A link in a report is valid for between one and two times this long. */
export const MESSAGE_MEDIA_LINK_SECONDS = 12 * HOUR_SECONDS;
export const CONVERSATIONS_PAGE_SIZE = 20;
export const MESSAGES_PAGE_SIZE = 50;
export const UNREAD_MAX = 100;
export const CONVERSATION_SEARCH_MAX = 100;
export const SEARCH_WORDS_MAX = 8;
/** Per user and day, because the operator reads each report. */
export const REPORTS_PER_DAY = 20;
export const REPORTS_WINDOW_SECONDS = DAY_SECONDS;
/** Until the end of today in Nairobi, or of so many days later. */
export const OFFER_DAYS_MAX = 3;
export const OFFER_DAYS_DEFAULT = 1;
/** For an accepted offer whose buyer has not yet seen the acceptance. */
export const OFFER_HELD_UNSEEN_SECONDS = 12 * HOUR_SECONDS;
export const OFFERS_PER_ROUND = 500;
export const REPORTED_MESSAGES = 5;
/** A minute at 130 kbit/s; phones record at a quarter of that. */
export const VOICE_NOTE_MAX_BYTES = 1024 * 1024;

/** Uploads create photos and voice notes; steps of offers create offers and events. */
export const messageKinds = ['text', 'offer', 'photo', 'voice', 'event'] as const;
export type MessageKind = (typeof messageKinds)[number];

export const sides = ['buyer', 'farmer'] as const;
export type Side = (typeof sides)[number];

export const conversationIdInput = z.object({ conversationId: rowId });

const messageText = paragraph('messageRequired').check(
  z.minLength(1, fieldError('messageRequired')),
  atMost(MESSAGE_MAX),
);

/** Later messages about the product go to the same conversation. */
export const startConversationInput = z.object({ productId: rowId, text: messageText });
export type StartConversation = z.infer<typeof startConversationInput>;

export const sendMessageInput = z.object({ conversationId: rowId, text: messageText });
export type SendMessage = z.infer<typeof sendMessageInput>;

/** The first message about a product starts its conversation. */
export type MediaTarget = { conversationId: number } | { productId: number };

export const sendPhotosInput = z.object({
  text: z._default(paragraph().check(atMost(MESSAGE_MAX)), ''),
});
export type SendPhotos = z.infer<typeof sendPhotosInput>;

/** As declared by the sender. */
export const sendVoiceInput = z.object({
  seconds: z
    .int(fieldError('voiceSecondsInvalid'))
    .check(
      z.gte(1, fieldError('voiceSecondsInvalid')),
      z.lte(VOICE_NOTE_MAX_SECONDS, fieldError('voiceSecondsInvalid')),
    ),
});
export type SendVoice = z.infer<typeof sendVoiceInput>;

/** `search`: words in the messages, or prefixes of them. */
export const listConversationsInput = z.object({
  search: z.optional(searchLine().check(atMost(CONVERSATION_SEARCH_MAX))),
  limit: listLimit(LIST_LIMIT_MAX),
  cursor: pageCursor,
});
export type ListConversations = z.infer<typeof listConversationsInput>;

export const getConversationInput = z.object({
  conversationId: rowId,
  limit: listLimit(LIST_LIMIT_MAX),
  cursor: pageCursor,
});
export type GetConversation = z.infer<typeof getConversationInput>;

/** `size`: the long side of a photo in pixels; the largest by default. */
export const getMediaInput = z.object({
  conversationId: rowId,
  mediaId: rowId,
  size: z.optional(z.literal(PRIVATE_PHOTO_SIZES_PIXELS, fieldError('fieldInvalid'))),
});
export type GetMedia = z.infer<typeof getMediaInput>;

/** `upTo`: the last message that was shown; without it, all. */
export const markReadInput = z.object({ conversationId: rowId, upTo: z.optional(rowId) });
export type MarkRead = z.infer<typeof markReadInput>;

export const reportConversationInput = z.object({
  conversationId: rowId,
  reason: paragraph('reasonRequired').check(
    z.minLength(1, fieldError('reasonRequired')),
    atMost(REASON_MAX),
  ),
});
export type ReportConversation = z.infer<typeof reportConversationInput>;

/** Requires a session's token. Smaller photos: `?size=320` or `?size=800`. */
export const messageMediaPath = (conversationId: number, mediaId: number) =>
  `/api/conversations/${conversationId}/media/${mediaId}`;

export function wordlessText(kind: MessageKind | null, language: Language): string {
  const locale = { locale: language };
  if (kind === 'photo') return m.messagePhoto({}, locale);
  return kind === 'voice' ? m.messageVoice({}, locale) : '';
}

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
