/*
 * One row for each event and user, written in the event's transaction with its push messages, SMS
 * and mails.
 */

import { NOTICE_VALIDITY_SECONDS } from '#rules/limits.ts';
import { writeLetter } from '#server/adapters/letter-layout.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import { pageById } from '#server/cursor.ts';
import { letters, NotNow, type OutboxMessage, outboxKind, outboxRows } from '#server/outbox.ts';
import { m } from '#text';
import {
  afterQuietHours,
  defaultPreferences,
  type ListNotices,
  NOTICES_PAGE_SIZE,
  type NoticeChannel,
  type NoticeKind,
  type NoticeKinds,
  type NoticePreferences,
  type NoticeTopic,
  noticeChannels,
  noticeText,
  noticeTopics,
  type SetPreference,
  UNREAD_MAIL_SECONDS,
} from '../rules/notice.ts';
import { listPreferenceRows, upsertPreference } from './channel-queries.ts';
import {
  announceNotices,
  claimUnread,
  countUnreadRows,
  findUnreadNotice,
  insertNotices,
  listNoticeRows,
  markReadUpTo,
  markSubjectRead,
  wasNotified,
} from './notice-queries.ts';

export type SmsCall = PersonCall<'clock' | 'secret'>;

declare global {
  interface Feature {
    notices?: readonly NoticeKind<never, SmsCall>[];
  }
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
) {
  for (const rows of await addNotices(tx, { notices }, now)) {
    await announceNotices(tx, [...new Set(rows.map(({ userId }) => userId))]);
  }
}

/** Skips users with an earlier notice of this kind and subject. For conditions that last. */
export async function notifyOnce<Facts extends object>(
  tx: Database,
  { userIds, ...notice }: NewNotice<Facts>,
  now: Date,
) {
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

/** The newest notice about an order stands for the others. */
export async function listNotices(
  call: Call<'user'>,
  { cursor, limit = NOTICES_PAGE_SIZE }: ListNotices,
) {
  const { db, user, language, notices } = call;
  const folded = [...notices.values()].flatMap(({ name, details }) => (details ? name : []));
  const [{ rows, nextCursor }, unread] = await Promise.all([
    pageById((part) => listNoticeRows(db, { userId: user.id, folded, ...part }), {
      name: 'notifications',
      cursor,
      size: limit,
      idOf: ({ id }) => id,
    }),
    countUnreadRows(db, user.id),
  ]);
  const details = await readDetails(call, rows);
  const notifications = rows.flatMap(({ id, kind, facts, link, createdAt, readAt }) => {
    const topic = notices.get(kind)?.topic;
    const text = noticeText(notices, { kind, facts }, language);
    return topic === undefined || text === null
      ? []
      : [
          {
            ...{ id, kind, topic, text, detail: details.get(id) ?? null },
            ...{ href: link, isRead: readAt !== null, createdAt },
          },
        ];
  });
  return { notifications, unread, nextCursor };
}

type Row = Awaited<ReturnType<typeof listNoticeRows>>[number];

/** Kinds that share a reader are read together. */
async function readDetails(call: Call<'user'>, rows: readonly Row[]) {
  const on = { ...call, role: call.user.role, locale: call.language };
  const readers = new Set(rows.flatMap(({ kind }) => call.notices.get(kind)?.details ?? []));
  const found = new Map<number, string | null>();
  for (const read of readers) {
    const group = rows.filter(({ kind }) => call.notices.get(kind)?.details === read);
    // A cast: `notify` wrote the facts, and its types pair kind and facts.
    const texts = await read(
      group.map(({ facts }) => facts as never),
      on,
    );
    for (const [index, { id }] of group.entries()) found.set(id, texts[index] ?? null);
  }
  return found;
}

export const countUnread = async (db: Database, userId: number) => ({
  unread: await countUnreadRows(db, userId),
});

export const countMyUnread = ({ db, user }: Call<'user'>) => countUnread(db, user.id);

export async function readNotices({ db, user, clock }: Call<'user'>, { upTo }: { upTo: number }) {
  const marked = await markReadUpTo(db, { userId: user.id, upTo, now: clock() });
  if (marked > 0) await announceNotices(db, [user.id]);
  return countUnread(db, user.id);
}

export async function markOpened(
  db: Database,
  opened: { userId: number; subject: string },
  { clock }: { clock: Clock },
) {
  const marked = await markSubjectRead(db, { ...opened, now: clock() });
  if (marked > 0) await announceNotices(db, [opened.userId]);
}

type Whose = { db: Database; user: { id: number } };

export async function getPreferences({ db, user }: Whose) {
  const rows = await listPreferenceRows(db, user.id);
  const isOn = (topic: NoticeTopic, channel: NoticeChannel) =>
    rows.find((row) => row.topic === topic && row.channel === channel)?.isOn ??
    defaultPreferences[topic][channel];
  const channelsOf = (topic: NoticeTopic) =>
    Object.fromEntries(noticeChannels.map((channel) => [channel, isOn(topic, channel)])) as Record<
      NoticeChannel,
      boolean
    >;
  const preferences = Object.fromEntries(
    noticeTopics.map((topic) => [topic, channelsOf(topic)]),
  ) as NoticePreferences;
  return { preferences };
}

export async function setPreference(call: Call<'user'>, preference: SetPreference) {
  await upsertPreference(call.db, { ...preference, userId: call.user.id });
  return getPreferences(call);
}

export async function wantsMail(
  db: Database,
  { userId, topic }: { userId: number; topic: NoticeTopic },
) {
  return (await getPreferences({ db, user: { id: userId } })).preferences[topic].mail;
}

export const noticeUnread = outboxKind<{ noticeId: number }>({
  kind: 'noticeUnread',
  lane: letters,
  validSeconds: NOTICE_VALIDITY_SECONDS,
});

/** One mail per subject until it is opened. Not at night. */
export async function sendUnreadMail(
  db: Database,
  { noticeId }: { noticeId: number },
  {
    clock,
    mailer,
    support,
    publicUrl,
    notices,
  }: {
    clock: Clock;
    mailer: Mailer;
    support: Support;
    publicUrl: string;
    notices: NoticeKinds;
  },
) {
  const notice = await findUnreadNotice(db, noticeId);
  const kind = notice && notices.get(notice.kind);
  const text = notice && noticeText(notices, notice, notice.language);
  if (!kind || !text) return;
  const { userId, email: to, firstName, language } = notice;
  if (to === null) return;
  const { topic, isUrgent } = kind;
  const now = clock();
  const until = afterQuietHours(now, { isUrgent });
  if (until > now) throw new NotNow(until);
  if (!(await wantsMail(db, { userId, topic }))) return;
  if (!(await claimUnread(db, notice))) return;
  const locale = { locale: language };
  await mailer.send(
    writeLetter({
      to,
      language,
      firstName,
      subject: text,
      paragraphs: [
        m.mailUnreadOpen({ url: `${publicUrl}${notice.link}` }, locale),
        m.mailUnreadSettings({}, locale),
      ],
      supportEmail: support.email,
    }),
  );
}
