/*
 * The entry point for all notices: one row for each event and user, written in the transaction of
 * the event. The inbox shows these rows. The push messages, SMS, and mails for unread notices are
 * written with them.
 */

import { UNREAD_MAIL_SECONDS } from '#notifications/rules/limits.ts';
import { afterQuietHours, type NoticeKind, type NoticeKinds } from '#notifications/rules/notice.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonCall } from '#platform/server/trpc/context.ts';
import { announceNotices, insertNotices, wasNotified } from './notices/queries.ts';

/** What the SMS of a notice may read current data with, besides its reader's id. */
export type SmsCall = PersonCall<'clock' | 'secret'>;

declare module '#platform/server/feature.ts' {
  interface Feature<LoopNeeds, Needs> {
    /** Its kinds of notices. */
    notices?: readonly NoticeKind<never, SmsCall>[];
  }
}

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    /** All features' kinds of notices by name. */
    notices: NoticeKinds<SmsCall>;
  }
}

export type NewNotice<Facts extends object> = {
  kind: NoticeKind<Facts, never>;
  /** Null for a deleted account. */
  userIds: readonly (number | null)[];
  /**
   * The subject of the notice, such as "order/12". markOpened with the same subject marks it as
   * read.
   */
  subject: string;
  /** The path of the screen to open, such as /orders/12. */
  link: string;
  facts: NoInfer<Facts>;
  causedBy?: number | null;
  /** Whether that user is proven. Only then does a message go by SMS. */
  isByProven?: boolean;
};

/**
 * This many rows take a few milliseconds, and their announcement fits into the 8,000 bytes that
 * PostgreSQL allows.
 */
const ROWS_AT_ONCE = 500;

/**
 * Notifies users of events, in the caller's transaction, and announces the notices to their open
 * pages. Nothing is sent unless the transaction commits.
 */
export async function notify<Facts extends object>(
  tx: Database,
  notices: readonly NewNotice<Facts>[],
  now: Date,
): Promise<void> {
  for (const rows of await addNotices(tx, notices, now)) {
    await announceNotices(tx, [...new Set(rows.map(({ userId }) => userId))]);
  }
}

/**
 * Like `notify`, but skips users who have an earlier notice of this kind and subject. For
 * conditions that last.
 */
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

/**
 * Like `notify`, but without the announcement. For a caller that announces the subject's change to
 * the same users' pages in the same transaction.
 */
export async function addNotices<Facts extends object>(
  tx: Database,
  notices: readonly NewNotice<Facts>[],
  now: Date,
) {
  const rows = notices.flatMap(({ userIds, kind: { name: kind }, ...notice }) =>
    userIds.flatMap((userId) => (userId === null ? [] : [{ userId, kind, ...notice }])),
  );
  const chunks = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
  const kinds = [...new Set(notices.map(({ kind }) => kind))].map((kind) => rulesOf(kind, now));
  for (const chunk of chunks) await insertNotices(tx, { rows: chunk, kinds, now });
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
