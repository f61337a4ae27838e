/*
 * Which notices users get, through which channels, and what they can choose. Each event is one
 * notice per user. The inbox has all of them; the channels carry those whose topics the user wants.
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
/** The defaults for users who have chosen nothing. */
export const defaultPreferences: NoticePreferences = {
  orders: everything,
  money: everything,
  messages: everything,
  offers: everything,
  reviews: everything,
  prices: everything,
};

/** The changes of an offer that the other side is notified about. */
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
 * The facts of a notice, by kind. They hold no names, so that no personal data of another account
 * remains in them.
 */
export type NoticeFacts = OrderKinds & {
  orderReviewed: { orderId: number; rating: number };
  payoutPaid: { orderId: number; amountCents: number };
  /** `orderId`, `amountCents`: of the first waiting payout. */
  payoutUnverified: { orderId: number; amountCents: number };
  /** `shows`: omitted for a text. */
  message: { product: string; shows?: 'photo' | 'voice' };
  offer: { product: string; news: OfferNews };
  /** In whole shillings per kilogram. Without a county, the price is the country's. */
  priceAlert: { crop: string; county: string | null; price: number; below: number };
};
export type NoticeKind = keyof NoticeFacts;

/** Codes go first, then answers to commands, then money. */
export const smsImportance = { code: 1, answer: 2, money: 3, order: 4, message: 5 } as const;
export type SmsImportance = (typeof smsImportance)[keyof typeof smsImportance];

type KindRules = {
  topic: NoticeTopic;
  /** Money and handovers do not wait for the morning. */
  isUrgent?: true;
  /**
   * `event`: the event's own mail, at once. `unread`: one mail if the notice is not read in time.
   */
  mail: 'event' | 'unread';
  /** The order of sending, 1 first. Kinds without a value do not go by SMS. */
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
 * When a user may be notified of something that exists at `moment`: at once, or at six in Nairobi
 * if the moment is at night.
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

/** The subject of all notices about an order. */
export const orderSubject = (orderId: number) => `order/${orderId}`;

/** The subject of payouts that wait until the farmer verifies their number. */
export const unverifiedSubject = 'payouts/unverified';

/** The subject of a conversation's messages and offers. */
export const conversationSubject = (conversationId: number) => `conversation/${conversationId}`;

/** The subject of a crop's price alerts. */
export const pricesSubject = (crop: string) => `prices/${crop}`;
