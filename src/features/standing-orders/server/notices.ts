import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import type { NewNotice, SmsCall } from '#notifications/server/inbox.ts';
import { goodsOf } from '#orders/rules/sms-words.ts';
import type { Unit } from '#products/rules/product.ts';
import { goodsText } from '#products/rules/product-texts.ts';
import { amountText } from '#rules/amounts.ts';
import { cutToGsm7 } from '#rules/text/sms.ts';
import { m } from '#text';
import { dayText, type Note, standingLink, standingSubject } from '../rules.ts';
import { isChangeable } from './manage-standing-orders.ts';

type InLanguage = { locale: Language };

type Goods = { quantity: number; unit: Unit; name: string }[];
/** `total`: in KES, with the delivery fees. */
type ProposedFacts = { id: number; day: Day; goods: Goods; total: number; notes: Note[] };

export const SMS_WHY_MAX = 90;

const about = { topic: 'orders', mail: 'unread' } as const;

const notesText = (notes: readonly Note[], { locale }: InLanguage) =>
  notes.map((note) => note[locale]).join(' ');

/** By SMS while the day can still be changed. */
export const proposedNotice: NoticeKind<ProposedFacts, SmsCall> = {
  name: 'standingProposed',
  ...about,
  smsImportance: smsImportance.order,
  countedAs: 'orders',
  text(facts, options) {
    const day = dayText(facts.day, options);
    const total = amountText(facts.total);
    const goods = goodsText(facts.goods, options);
    const sentence =
      goods === ''
        ? m.noticeStandingProposedEmpty({ day }, options)
        : m.noticeStandingProposed({ day, goods, total }, options);
    return `${sentence} ${notesText(facts.notes, options)}`.trimEnd();
  },
  async sms({ id, day: proposed, goods: lines, total }, on) {
    if (!(await isChangeable(on.db, { id, day: proposed }, on))) return null;
    const day = dayText(proposed, on);
    if (lines.length === 0) return m.smsStandingEmpty({ id, day }, on);
    const goods = goodsOf({ lines }, on);
    return m.smsStandingProposed({ id, day, goods, total: amountText(total) }, on);
  },
};

type FailedFacts = { day: Day; notes: Note[] };

export const failedNotice: NoticeKind<FailedFacts> = {
  name: 'standingFailed',
  ...about,
  smsImportance: smsImportance.order,
  countedAs: 'orders',
  text: ({ day, notes }, options) =>
    m.noticeStandingFailed({ day: dayText(day, options), why: notesText(notes, options) }, options),
  sms: ({ day, notes }, options) =>
    m.smsStandingFailed(
      { day: dayText(day, options), why: cutToGsm7(notesText(notes, options), SMS_WHY_MAX) },
      options,
    ),
};

type PlacedFacts = { day: Day; notes: Note[] };

/** No SMS, because the farms' answers come by SMS. */
export const placedNotice: NoticeKind<PlacedFacts> = {
  name: 'standingPlaced',
  ...about,
  text: ({ day, notes }, options) =>
    `${m.noticeStandingPlaced({ day: dayText(day, options) }, options)} ${notesText(notes, options)}`.trimEnd(),
};

export const noticeTo = <Facts extends object>(
  buyerId: number,
  kind: NoticeKind<Facts, never>,
  facts: NoInfer<Facts>,
): NewNotice<Facts> => ({
  kind,
  userIds: [buyerId],
  subject: standingSubject,
  link: standingLink,
  facts,
});

export const noticesOfStandingOrders = [proposedNotice, failedNotice, placedNotice];
