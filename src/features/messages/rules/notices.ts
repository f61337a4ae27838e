/* The notices about messages and price offers. */

import { orDial } from '#features/notifications/rules/dialled.ts';
import { SMS_NAME_MAX } from '#features/notifications/rules/limits.ts';
import { type NoticeKind, noticeSms, smsImportance } from '#features/notifications/rules/notice.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { cutToGsm7 } from '#platform/rules/text/gsm7.ts';

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
        { product: cutToGsm7(product, SMS_NAME_MAX), orDial: orDial(options, options) },
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

type OfferFacts = { product: string; news: OfferNews };

export const offerNotice: NoticeKind<OfferFacts> = {
  name: 'offer',
  topic: 'offers',
  mail: 'unread',
  ...bySms,
  isForMailless: true,
  text: ({ product, news }, options) => offerTexts[news]({ product }, options),
  sms: noticeSms<OfferFacts>(
    ({ product, news }, options) =>
      m.smsOffer(
        {
          news: offerTexts[news]({ product: cutToGsm7(product, SMS_NAME_MAX) }, options),
          orDial: orDial(options, options),
        },
        options,
      ),
    { product: 'x'.repeat(SMS_NAME_MAX), news: 'over' },
  ),
};

/** The subject of a conversation's messages and offers. */
export const conversationSubject = (conversationId: number) => `conversation/${conversationId}`;
