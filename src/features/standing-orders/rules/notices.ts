/* The notices about standing orders. */

import { type NoticeKind, noticeSms, smsImportance } from '#features/notifications/rules/notice.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { goodsText } from '#features/products/rules/unit-texts.ts';
import type { Day } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { amountInFigures } from '#platform/rules/money.ts';
import { routes } from '#platform/rules/routes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { cutToGsm7 } from '#platform/rules/text/gsm7.ts';
import type { Note } from './line-notes.ts';

type InLanguage = { locale: Language };

/** "Tuesday 3/3". Short, because it is part of an SMS. */
export function dayText(day: Day, { locale }: InLanguage): string {
  const weekday = new Intl.DateTimeFormat(locale === 'sw' ? 'sw-KE' : 'en-KE', {
    weekday: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
  const [, month, date] = day.split('-').map(Number);
  return `${weekday} ${date}/${month}`;
}

/** The longest day in both languages. */
const LONGEST_DAY: Day = '2026-12-30';

type Goods = { quantity: number; unit: Unit; name: string }[];
/** `total`: in KES, with the delivery fees. */
export type ProposedFacts = { id: number; day: Day; goods: Goods; total: number; notes: Note[] };
/** The reason of a failure is cut to this length in an SMS. */
const SMS_WHY_MAX = 90;

const bySms = { smsImportance: smsImportance.order, countedAs: 'orders' } as const;
const about = { topic: 'orders', mail: 'unread' } as const;

const notesText = (notes: readonly Note[], { locale }: InLanguage): string =>
  notes.map((note) => note[locale]).join(' ');

/** phones/server/write-notice-sms.ts writes its SMS, while the day can still be changed. */
export const proposedNotice: NoticeKind<ProposedFacts> = {
  name: 'standingProposed',
  ...about,
  ...bySms,
  text(facts, options) {
    const day = dayText(facts.day, options);
    const total = amountInFigures(facts.total);
    const goods = goodsText(facts.goods, options);
    const sentence =
      goods === ''
        ? m.noticeStandingProposedEmpty({ day }, options)
        : m.noticeStandingProposed({ day, goods, total }, options);
    return `${sentence} ${notesText(facts.notes, options)}`.trimEnd();
  },
};

export type FailedFacts = { day: Day; notes: Note[] };

/** Why a day was not ordered. */
export const failedNotice: NoticeKind<FailedFacts> = {
  name: 'standingFailed',
  ...about,
  ...bySms,
  text: ({ day, notes }, options) =>
    m.noticeStandingFailed({ day: dayText(day, options), why: notesText(notes, options) }, options),
  sms: noticeSms<FailedFacts>(
    ({ day, notes }, options) =>
      m.smsStandingFailed(
        {
          day: dayText(day, options),
          why: cutToGsm7(notesText(notes, options), SMS_WHY_MAX),
        },
        options,
      ),
    { day: LONGEST_DAY, notes: [{ en: 'x'.repeat(SMS_WHY_MAX), sw: 'x'.repeat(SMS_WHY_MAX) }] },
  ),
};

export type PlacedFacts = { day: Day; notes: Note[] };

/** The farms' answers follow by SMS, so this one does not. */
export const placedNotice: NoticeKind<PlacedFacts> = {
  name: 'standingPlaced',
  ...about,
  text: ({ day, notes }, options) =>
    `${m.noticeStandingPlaced({ day: dayText(day, options) }, options)} ${notesText(notes, options)}`.trimEnd(),
};

export const noticesOfStandingOrders = [proposedNotice, failedNotice, placedNotice];

/** The subject of all these notices, because one page shows all standing orders. */
export const standingSubject = 'standing orders';
export const standingLink = routes.standingOrders.path;
