/*
 * Everything that people are told begins here: one row for each event and person, written in the
 * transaction of the event, from which the inbox is read. What goes out by push, and the mail for
 * what stays unread, is written with it.
 */

import { UNREAD_MAIL_SECONDS } from '#features/notifications/rules/limits.ts';
import {
  afterQuietHours,
  type NoticeFacts,
  type NoticeKind,
  noticeKinds,
} from '#features/notifications/rules/notice.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { announceNotices, insertNotices, wasNotified } from './notices/queries.ts';

export type NewNotice = {
  [K in NoticeKind]: {
    kind: K;
    /** Null for somebody whose account is gone. */
    userIds: readonly (number | null)[];
    /** What it is about, such as "order/12": markOpened with the same subject makes it read. */
    subject: string;
    /** The path of the screen to open, such as /orders/12. */
    link: string;
    facts: NoticeFacts[K];
    /** The person who caused the event, where it was one. */
    causedBy?: number | null;
  };
}[NoticeKind];

/**
 * So many rows take a few milliseconds, and their announcement fits into the 8,000 bytes that
 * PostgreSQL allows.
 */
const ROWS_AT_ONCE = 500;

/**
 * Tells people of events, in the caller's transaction: they hear of them if and only if it commits.
 * Open pages are told at once.
 */
export async function notify(
  tx: Database,
  notices: readonly NewNotice[],
  now: Date,
): Promise<void> {
  for (const rows of await addNotices(tx, notices, now)) {
    await announceNotices(tx, [...new Set(rows.map(({ userId }) => userId))]);
  }
}

/**
 * The same for something that lasts: people who were told of this kind and subject before, as long
 * as that notice is kept, are left out.
 */
export async function notifyOnce(
  tx: Database,
  { userIds, ...notice }: NewNotice,
  now: Date,
): Promise<void> {
  for (const userId of userIds) {
    if (
      userId === null ||
      (await wasNotified(tx, { userId, kind: notice.kind, subject: notice.subject }))
    )
      continue;
    await notify(tx, [{ ...notice, userIds: [userId] } as NewNotice], now);
  }
}

/**
 * The same for a caller who announces to these people's pages, in the same transaction, that the
 * subject itself has changed.
 */
export async function addNotices(tx: Database, notices: readonly NewNotice[], now: Date) {
  const rows = notices.flatMap(({ userIds, ...notice }) =>
    userIds.flatMap((userId) => (userId === null ? [] : [{ userId, ...notice }])),
  );
  const chunks = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
  for (const chunk of chunks)
    await insertNotices(tx, { rows: chunk, kinds: rulesOf(chunk, now), now });
  return chunks;
}

function rulesOf(rows: readonly { kind: NoticeKind }[], now: Date) {
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const { topic, isUrgent, mail, smsImportance = null } = noticeKinds[kind];
    const pushAt = afterQuietHours(now, { isUrgent });
    const mailAt =
      mail === 'unread'
        ? afterQuietHours(secondsAfter(now, UNREAD_MAIL_SECONDS), { isUrgent })
        : null;
    return { kind, topic, pushAt, mailAt, smsImportance };
  });
}
