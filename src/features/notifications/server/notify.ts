/*
 * One row for each event and user, written in the event's transaction with its push messages, SMS
 * and mails.
 */

import { UNREAD_MAIL_SECONDS } from '#notifications/rules/limits.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { type OutboxMessage, outboxRows } from '#platform/server/outbox.ts';
import type { PersonCall } from '#platform/server/trpc/context.ts';
import { afterQuietHours, type NoticeKind, type NoticeKinds } from '../rules/notice.ts';
import { announceNotices, insertNotices, wasNotified } from './notice-queries.ts';

export type SmsCall = PersonCall<'clock' | 'secret'>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    notices?: readonly NoticeKind<never, SmsCall>[];
  }
}

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    notices: NoticeKinds<SmsCall>;
  }
}

export type NewNotice<Facts extends object> = {
  kind: NoticeKind<Facts, never>;
  /** Null for a deleted account. */
  userIds: readonly (number | null)[];
  /** Such as "order/12". */
  subject: string;
  link: string;
  facts: NoInfer<Facts>;
  causedBy?: number | null;
  isByProven?: boolean;
};

/** The announcement fits into PostgreSQL's 8,000 bytes. */
const ROWS_AT_ONCE = 500;

export async function notify<Facts extends object>(
  tx: Database,
  notices: readonly NewNotice<Facts>[],
  now: Date,
): Promise<void> {
  for (const rows of await addNotices(tx, { notices }, now)) {
    await announceNotices(tx, [...new Set(rows.map(({ userId }) => userId))]);
  }
}

/** Skips users with an earlier notice of this kind and subject. For conditions that last. */
export async function notifyOnce<Facts extends object>(
  tx: Database,
  { userIds, ...notice }: NewNotice<Facts>,
  now: Date,
): Promise<void> {
  for (const userId of userIds) {
    if (
      userId === null ||
      (await wasNotified(tx, { userId, kind: notice.kind.name, subject: notice.subject }))
    )
      continue;
    await notify(tx, [{ ...notice, userIds: [userId] }], now);
  }
}

/** For a caller that announces the subject's change to the same users itself, with its letters. */
export async function addNotices<Facts extends object>(
  tx: Database,
  { notices, letters = [] }: { notices: readonly NewNotice<Facts>[]; letters?: OutboxMessage[] },
  now: Date,
) {
  const rows = notices.flatMap(({ userIds, kind: { name: kind }, ...notice }) =>
    userIds.flatMap((userId) => (userId === null ? [] : [{ userId, kind, ...notice }])),
  );
  const chunks = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
  const kinds = [...new Set(notices.map(({ kind }) => kind))].map((kind) => rulesOf(kind, now));
  const [first = [], ...others] = chunks;
  await insertNotices(tx, { rows: first, kinds, now, messages: outboxRows(letters, now) });
  for (const rows of others) await insertNotices(tx, { rows, kinds, now });
  return chunks;
}

function rulesOf<Facts>(kind: NoticeKind<Facts, never>, now: Date) {
  const { name, topic, isUrgent, mail, smsImportance = null, isForMailless = false } = kind;
  const pushAt = afterQuietHours(now, { isUrgent });
  const mailAt =
    mail === 'unread'
      ? afterQuietHours(secondsAfter(now, UNREAD_MAIL_SECONDS), { isUrgent })
      : null;
  return { kind: name, topic, pushAt, mailAt, smsImportance, isForMailless };
}
