/*
 * The shape of a notice, its channels, and the choices of users. Each event is one
 * notice per user. The inbox has all of them; the channels carry those whose topics the user wants.
 */

import { QUIET_FROM_HOUR, QUIET_UNTIL_HOUR } from '#notifications/rules/limits.ts';
import type { Language } from '#platform/rules/language.ts';
import type { Role } from '#platform/rules/role.ts';

/** The rows and the columns of the table in the settings. */
export const noticeTopics = [
  'orders',
  'money',
  'messages',
  'offers',
  'reviews',
  'prices',
  'follows',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The topics of which some notices go by SMS. */
export const smsTopics = ['orders', 'money', 'messages', 'offers'] as const satisfies NoticeTopic[];
type SmsTopic = (typeof smsTopics)[number];

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
  follows: everything,
};

/**
 * Codes go first, then answers to commands, then money. From messages on, only of proven people.
 */
export const smsImportance = {
  code: 1,
  answer: 2,
  money: 3,
  order: 4,
  message: 5,
  listing: 6,
} as const;
type SmsImportance = (typeof smsImportance)[keyof typeof smsImportance];

type InLanguage = { locale: Language };
type Text<Facts> = (facts: Facts, options: InLanguage) => string;

/** Who reads an SMS, and when. `ussdCode`, `phone` of support: empty without one. */
export type SmsReader = InLanguage & { role: Role; now: Date; ussdCode: string; phone: string };

type Rules<Facts> = {
  /** Stored with each notice, so don't rename it. */
  name: string;
  /** Money and handovers do not wait for the morning. */
  isUrgent?: true;
  /**
   * `event`: the event's own mail, at once. `unread`: one mail if the notice is not read in time.
   */
  mail: 'event' | 'unread';
  /** The notice as one sentence, for the inbox, push messages, and subjects of mails. */
  text: Text<Facts>;
};

/** `smsImportance`: the order of sending, 1 first; kinds without a value do not go by SMS. */
type BySms<Facts, Call> = {
  topic: SmsTopic;
  smsImportance?: SmsImportance;
  /**
   * Over the day's cap, its subject is counted as an order, a payout or a conversation in one SMS.
   * Without it, the other channels carry the notice.
   */
  countedAs?: 'orders' | 'payouts' | 'messages';
  /** SMS only to users without an email, and to users who chose SMS. */
  isForMailless?: true;
  /** Its SMS, written when it is sent; null if its reader no longer needs it, or gets none. */
  sms?: (facts: Facts, on: SmsReader & Call) => string | null | Promise<string | null>;
};
type NotBySms = {
  topic: NoticeTopic;
  smsImportance?: never;
  countedAs?: never;
  isForMailless?: never;
  sms?: never;
};

/**
 * A kind of notice with all its words. The feature whose events it is about declares it in its
 * `rules/notices.ts`, or in `server/notices.ts` if its SMS needs more than the facts. The facts are
 * stored. They hold no names, so that no personal data of another account remains in them.
 *
 * `Call`: what the SMS reads current data with.
 */
export type NoticeKind<Facts, Call = unknown> = Rules<Facts> & (BySms<Facts, Call> | NotBySms);

/** All features' kinds by name. */
export type NoticeKinds<Call = never> = ReadonlyMap<string, NoticeKind<never, Call>>;

/**
 * A stored notice as one sentence; null for a kind that only another version of the server knows.
 */
export function noticeText(
  kinds: NoticeKinds,
  { kind, facts }: { kind: string; facts: unknown },
  language: Language,
): string | null {
  // A cast, because `notify` wrote the facts, and its types pair kind and facts.
  return kinds.get(kind)?.text(facts as never, { locale: language }) ?? null;
}

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
