import { SMS_NEWS_SECONDS, SMS_SUMMARY_SECONDS } from '#notifications/rules/limits.ts';
import type { Language } from '#platform/rules/language.ts';
import { orDial } from '#platform/rules/text/sms.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { putInOutbox } from '#platform/server/outbox.ts';
import { m } from '#text';
import { type NoticeKinds, smsImportance } from '../rules/notice.ts';
import { smsDue } from './send-sms.ts';
import { hasWaitingSummary, insertSms, listMergedSms, updateSms } from './sms-queries.ts';

type Over = { id: number; userId: number; phoneNumber: string };

export async function mergeIntoSummary(
  db: Database,
  { id, userId, phoneNumber }: Over,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    await updateSms(tx, id, { status: 'merged' });
    if (await hasWaitingSummary(tx, userId)) return;
    const smsId = await insertSms(tx, {
      userId,
      phoneNumber,
      kind: 'summary',
      importance: smsImportance.order,
      status: 'waiting',
      createdAt: now,
      expiresAt: secondsAfter(now, SMS_NEWS_SECONDS),
    });
    await putInOutbox(tx, smsDue({ smsId }), now);
  });
}

/** The menu has no messages or offers of buyers. */
export const codeFor = ({ role }: { role: string }, { support }: { support: Support }): string =>
  role === 'farmer' ? support.ussdCode : '';

export const summaryDueAt = (begunAt: Date) => secondsAfter(begunAt, SMS_SUMMARY_SECONDS);

/** Null if there is nothing to tell. */
export async function summarize(
  db: Database,
  userId: number,
  { notices, support }: { notices: NoticeKinds; support: Support },
) {
  const merged = await listMergedSms(db, userId);
  const [reader] = merged;
  if (!reader) return null;
  const subjectsOf = (counted: 'orders' | 'payouts' | 'messages') =>
    new Set(
      merged.flatMap(({ kind, subject }) =>
        notices.get(kind)?.countedAs === counted ? [subject] : [],
      ),
    ).size;
  const text = writeSummary(
    {
      orders: subjectsOf('orders'),
      payouts: subjectsOf('payouts'),
      messages: subjectsOf('messages'),
    },
    { ...reader, ussdCode: codeFor(reader, { support }) },
  );
  return text === null
    ? null
    : { to: reader.phoneNumber, text, counted: merged.map(({ id }) => id) };
}

type Counts = { orders: number; payouts: number; messages: number };
type Reader = { role: string; language: Language; ussdCode: string };

function writeSummary(
  { orders, payouts, messages }: Counts,
  { role, language, ussdCode }: Reader,
): string | null {
  const options = { locale: language };
  const ofOrders = role === 'farmer' ? m.smsMoreOrders : m.smsMoreOfBuyer;
  const sentences = [
    ...(orders > 0 ? [ofOrders({ count: orders }, options)] : []),
    ...(payouts > 0 ? [m.smsMorePayouts({ count: payouts }, options)] : []),
    ...(messages > 0
      ? [m.smsMoreMessages({ count: messages, orDial: orDial({ ussdCode }, options) }, options)]
      : []),
  ];
  return sentences.length === 0 ? null : sentences.join(' ');
}
