/*
 * Each event is one notice per user. The inbox has all of them; the channels carry those whose
 * topics the user wants.
 */

import * as z from 'zod/mini';
import { fieldError, listLimit, pageCursor, rowId } from '#rules/fields.ts';
import { DAY_SECONDS, HOUR_SECONDS, LIST_LIMIT_MAX, MINUTE_SECONDS } from '#rules/limits.ts';

/** Hours in Nairobi. Urgent notices are sent at night too. */
const QUIET_FROM_HOUR = 21;
const QUIET_UNTIL_HOUR = 6;
export const UNREAD_MAIL_SECONDS = 15 * MINUTE_SECONDS;
export const NOTICES_PAGE_SIZE = 20;
export const UNREAD_SHOWN_MAX = 100;
export const PUSH_DEVICES_MAX = 10;
export const PUSH_VALIDITY_SECONDS = DAY_SECONDS;
/** Push services accept 4,096 encrypted bytes. */
export const PUSH_PAYLOAD_MAX_BYTES = 3000;
export const NOTICE_KEPT_SECONDS = 90 * DAY_SECONDS;
/** Some services don't report browsers that are gone. */
export const PUSH_RENEWAL_SECONDS = 60 * DAY_SECONDS;

/** The cost of one part in Kenya. */
export const SMS_PART_COST_CENTS = 80;
/** For messages. */
export const SMS_NOTICE_SECONDS = 12 * HOUR_SECONDS;
/** For money and orders; their mails expire likewise. */
export const SMS_NEWS_SECONDS = 3 * DAY_SECONDS;
/** News over the day's cap is collected for this long, then sent as one SMS. */
export const SMS_SUMMARY_SECONDS = HOUR_SECONDS;
export const SMS_DOWN_SECONDS = 30;
/** How long to wait for the delivery report of an unanswered call. */
export const SMS_UNSURE_SECONDS = 5 * MINUTE_SECONDS;
/** When an SMS left by version 1.0.0 is overdue. */
export const SMS_STRAY_SECONDS = 5 * MINUTE_SECONDS;
export const SMS_WINDOW_SECONDS = DAY_SECONDS;
export const SMS_CALLBACK_MAX_BYTES = 32 * 1024;
export const SMS_KEPT_SECONDS = 90 * DAY_SECONDS;
export const SMS_ANSWER_SECONDS = HOUR_SECONDS;
export const USSD_RESUMED_SECONDS = 10 * MINUTE_SECONDS;

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

export const smsTopics = ['orders', 'money', 'messages', 'offers'] as const satisfies NoticeTopic[];
type SmsTopic = (typeof smsTopics)[number];

export const noticeChannels = ['mail', 'push', 'sms'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export type NoticePreferences = Record<NoticeTopic, Record<NoticeChannel, boolean>>;

const everything = { mail: true, push: true, sms: true };
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
 * Codes go first, then answers to commands, then money. From messages on, only from proven users.
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

export type NoticeReader = InLanguage & { role: Role };
export type SmsReader = NoticeReader & { now: Date; ussdCode: string; phone: string };

type Rules<Facts> = {
  /** Stored with each notice, so don't rename it. */
  name: string;
  /** For money and handovers. */
  isUrgent?: true;
  /** `event`: the event's own mail. `unread`: one mail if the notice is not read in time. */
  mail: 'event' | 'unread';
  text: Text<Facts>;
};

type BySms<Facts, Call> = {
  topic: SmsTopic;
  /** 1 goes first. */
  smsImportance: SmsImportance;
  /** In the summary over the day's cap. Null: the notice then goes by other channels only. */
  countedAs: 'orders' | 'payouts' | 'messages' | null;
  isForMailless?: true;
  sms: (facts: Facts, on: SmsReader & Call) => string | null | Promise<string | null>;
};
type NotBySms = {
  topic: NoticeTopic;
  smsImportance?: never;
  countedAs?: never;
  isForMailless?: never;
  sms?: never;
};

/** Facts are stored, so they hold no names: no personal data of another account remains in them. */
export type NoticeKind<Facts, Call = unknown> = Rules<Facts> &
  (BySms<Facts, Call> | NotBySms) & {
    /** Reads the details that the inbox adds to the texts of a page. */
    details?: (
      facts: readonly Facts[],
      on: NoticeReader & Call,
    ) => Promise<readonly (string | null)[]>;
  };

export type NoticeKinds<Call = never> = ReadonlyMap<string, NoticeKind<never, Call>>;

export function noticeText(
  kinds: NoticeKinds,
  { kind, facts }: { kind: string; facts: unknown },
  language: Language,
): string | null {
  // A cast: `notify` wrote the facts, and its types pair kind and facts.
  return kinds.get(kind)?.text(facts as never, { locale: language }) ?? null;
}

const NAIROBI_OFFSET_HOURS = 3;
const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** At night, six o'clock in Nairobi. */
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

export const listNoticesInput = z.object({
  cursor: pageCursor,
  limit: listLimit(LIST_LIMIT_MAX),
});
export type ListNotices = z.infer<typeof listNoticesInput>;

export const readNoticesInput = z.object({
  upTo: rowId,
});

export const setPreferenceInput = z.object({
  topic: z.enum(noticeTopics, fieldError('fieldInvalid')),
  channel: z.enum(noticeChannels, fieldError('fieldInvalid')),
  isOn: z.boolean(fieldError('fieldInvalid')),
});
export type SetPreference = z.infer<typeof setPreferenceInput>;
