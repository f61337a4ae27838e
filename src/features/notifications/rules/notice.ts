/*
 * What people are told, in which ways, and what they may choose. Each event is one notice per
 * person; the inbox has them all, and the channels carry those of the topics that the person wants.
 */

import { QUIET_FROM_HOUR, QUIET_UNTIL_HOUR } from '#features/notifications/rules/limits.ts';
import type { OrderNews } from '#features/orders/rules/order-facts.ts';

/** The rows and the columns of the table in the settings. */
export const noticeTopics = ['orders', 'money', 'messages', 'offers', 'reviews', 'prices'] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

export const noticeChannels = ['mail', 'push', 'sms'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export type NoticePreferences = Record<NoticeTopic, Record<NoticeChannel, boolean>>;

const everything = { mail: true, push: true, sms: true };
/** What holds for somebody who has chosen nothing. */
export const defaultPreferences: NoticePreferences = {
  orders: everything,
  money: everything,
  messages: everything,
  offers: everything,
  reviews: everything,
  prices: everything,
};

/** What can have become of an offer when the other side is told. */
export const offerNews = [
  'made',
  'countered',
  'accepted',
  'declined',
  'withdrawn',
  'expired',
  'released',
  'over',
] as const;
export type OfferNews = (typeof offerNews)[number];

type OrderFacts = { orderId: number; isCollected?: boolean };

type OrderKinds = { [K in OrderNews as `order${Capitalize<K>}`]: OrderFacts };

/**
 * The facts of a notice, by kind. They hold no names, so that nothing of somebody else's account
 * stays in them.
 */
export type NoticeFacts = OrderKinds & {
  orderReviewed: { orderId: number; rating: number };
  payoutPaid: { orderId: number; amountCents: number };
  /** `orderId`, `amountCents`: of the first one that waits. */
  payoutUnverified: { orderId: number; amountCents: number };
  /** `shows`: left out for a text. */
  message: { product: string; shows?: 'photo' | 'voice' };
  offer: { product: string; news: OfferNews };
  /** In whole shillings a kilogram; without a county, in the country. */
  priceAlert: { crop: string; county: string | null; price: number; below: number };
};
export type NoticeKind = keyof NoticeFacts;

/** Codes go first, then answers to what people wrote, then money. */
export const smsImportance = { code: 1, answer: 2, money: 3, order: 4, message: 5 } as const;
export type SmsImportance = (typeof smsImportance)[keyof typeof smsImportance];

type KindRules = {
  topic: NoticeTopic;
  /** Money and handover do not wait for the morning. */
  isUrgent?: true;
  /** `event`: the event's own mail, at once. `unread`: one mail for what was not read in time. */
  mail: 'event' | 'unread';
  /**
   * Which of several SMS goes first, 1 before all others; nothing: this kind does not go by SMS.
   */
  smsImportance?: SmsImportance;
};

export const noticeKinds: Record<NoticeKind, KindRules> = {
  orderPending: { topic: 'orders', mail: 'event', smsImportance: smsImportance.order },
  orderConfirmed: { topic: 'orders', mail: 'event' },
  orderRejected: { topic: 'orders', mail: 'event', smsImportance: smsImportance.order },
  orderExpired: { topic: 'orders', mail: 'event', smsImportance: smsImportance.order },
  orderCancelled: { topic: 'orders', mail: 'event', smsImportance: smsImportance.order },
  orderDispatched: { topic: 'orders', isUrgent: true, mail: 'event' },
  orderCompleted: { topic: 'orders', isUrgent: true, mail: 'event' },
  orderDisputed: { topic: 'orders', mail: 'event', smsImportance: smsImportance.money },
  orderReminder: { topic: 'orders', mail: 'event', smsImportance: smsImportance.order },
  orderNotCollected: {
    topic: 'orders',
    isUrgent: true,
    mail: 'event',
    smsImportance: smsImportance.order,
  },
  orderCancellationReminder: { topic: 'orders', mail: 'event', smsImportance: smsImportance.order },
  orderPaid: { topic: 'money', isUrgent: true, mail: 'event', smsImportance: smsImportance.money },
  orderRefunded: { topic: 'money', isUrgent: true, mail: 'event' },
  payoutPaid: {
    topic: 'money',
    isUrgent: true,
    mail: 'unread',
    smsImportance: smsImportance.money,
  },
  payoutUnverified: { topic: 'money', mail: 'unread' },
  orderReviewed: { topic: 'reviews', mail: 'event' },
  message: { topic: 'messages', mail: 'unread', smsImportance: smsImportance.message },
  offer: { topic: 'offers', mail: 'unread' },
  priceAlert: { topic: 'prices', mail: 'unread' },
};

export const isNoticeKind = (kind: string): kind is NoticeKind => Object.hasOwn(noticeKinds, kind);

const NAIROBI_OFFSET_HOURS = 3;
const HOUR_MILLISECONDS = 60 * 60 * 1000;

/**
 * When somebody may be told of something that is there at `moment`: at once, or at six in Nairobi
 * where the moment is in the night.
 */
export function afterQuietHours(
  moment: Date,
  { isUrgent = false }: { isUrgent?: boolean | undefined } = {},
): Date {
  const inNairobi = new Date(moment.getTime() + NAIROBI_OFFSET_HOURS * HOUR_MILLISECONDS);
  const hour = inNairobi.getUTCHours();
  if (isUrgent || (hour >= QUIET_UNTIL_HOUR && hour < QUIET_FROM_HOUR)) return moment;
  const hoursToWait = (QUIET_UNTIL_HOUR - hour + 24) % 24;
  inNairobi.setUTCHours(hour + hoursToWait, 0, 0, 0);
  return new Date(inNairobi.getTime() - NAIROBI_OFFSET_HOURS * HOUR_MILLISECONDS);
}

/** The subject of everything about an order. */
export const orderSubject = (orderId: number) => `order/${orderId}`;

/** The subject of payouts that wait for the farmer's number to be verified. */
export const unverifiedSubject = 'payouts/unverified';

/** The subject of what is written in a conversation, and of its offers. */
export const conversationSubject = (conversationId: number) => `conversation/${conversationId}`;

/** The subject of what a crop costs. */
export const pricesSubject = (crop: string) => `prices/${crop}`;
