import {
  and,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { NOTICE_VALIDITY_SECONDS } from '#rules/limits.ts';
import { keepStatement, pick } from '#server/database.ts';
import type { OutboxRow } from '#server/outbox-queries.ts';
import { outboxMessages } from '#server/tables.ts';
import {
  type NoticeTopic,
  PUSH_VALIDITY_SECONDS,
  SMS_NEWS_SECONDS,
  SMS_NOTICE_SECONDS,
  smsImportance,
  UNREAD_SHOWN_MAX,
} from '../rules/notice.ts';
import { noticePreferences, notices, pushSubscriptions, smsMessages } from './tables.ts';

const person = people('person');

type NoticeRow = {
  userId: number;
  kind: string;
  subject: string;
  link: string;
  facts: object;
  causedBy?: number | null;
  isByProven?: boolean;
};
type KindRow = {
  kind: string;
  topic: NoticeTopic;
  pushAt: Date;
  mailAt: Date | null;
  smsImportance: number | null;
  isForMailless: boolean;
};

type NewRows = {
  rows: NoticeRow[];
  kinds: KindRow[];
  now: Date;
  /** Letters, which go into the outbox with what follows from the notices. */
  messages?: OutboxRow[];
};

/**
 * Prepared, because orders send it in the batch that locks their products. By notice_preferences'
 * key and the index of push_subscriptions' user.
 */
export async function insertNotices(db: Database, { rows, kinds, now, messages = [] }: NewRows) {
  if (rows.length === 0 && messages.length === 0) return;
  await insertStatement(db, {
    rows: JSON.stringify(rows),
    kinds: JSON.stringify(kinds),
    messages: JSON.stringify(messages),
    now,
  });
}

const insertStatement = keepStatement((db) => {
  const now = sql`${sql.placeholder('now')}::timestamptz`;
  const kinds = db.$with('kinds', {}).as(sql`
    select * from jsonb_to_recordset(${sql.placeholder('kinds')}::jsonb)
      as kinds(kind text, topic text, "pushAt" timestamptz, "mailAt" timestamptz, "smsImportance" int, "isForMailless" boolean)`);
  const posted = db.$with('posted', {}).as(sql`
    insert into ${notices} (user_id, kind, subject, link, facts, caused_by, created_at)
    select "userId", kind, subject, link, facts, "causedBy", ${now}
      from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb)
        as rows("userId" int, kind text, subject text, link text, facts jsonb, "causedBy" int)
    returning id, user_id, kind, caused_by`);
  const pushed = db.$with('pushed', {}).as(sql`
    insert into ${outboxMessages} (kind, payload, created_at, available_at, expires_at)
    select 'noticePush', jsonb_build_object('noticeId', posted.id, 'subscriptionId', device.id), ${now}, "pushAt",
        "pushAt" + ${sql.raw(String(PUSH_VALIDITY_SECONDS))} * interval '1 second'
      from posted join kinds using (kind) join ${pushSubscriptions} device on device.user_id = posted.user_id
      where not exists (
        select from ${noticePreferences} wish
          where wish.user_id = posted.user_id and wish.topic = kinds.topic and wish.channel = 'push' and not wish.is_on
      )`);
  const mailed = db.$with('mailed', {}).as(sql`
    insert into ${outboxMessages} (kind, payload, created_at, available_at, expires_at)
    select 'noticeUnread', jsonb_build_object('noticeId', posted.id), ${now}, "mailAt",
        "mailAt" + ${sql.raw(String(NOTICE_VALIDITY_SECONDS))} * interval '1 second'
      from posted join kinds using (kind) where "mailAt" is not null`);
  const isMessage = sql`"smsImportance" >= ${sql.raw(String(smsImportance.message))}`;
  const smsValidity = sql`case when ${isMessage} then ${sql.raw(String(SMS_NOTICE_SECONDS))} else ${sql.raw(String(SMS_NEWS_SECONDS))} end`;
  const smsExpiresAt = sql`"pushAt" + ${smsValidity} * interval '1 second'`;
  // Mailboxes could spend the whole SMS budget, so messages go by SMS only from proven writers.
  // Other kinds go by SMS if no browser shows them or the user wants both.
  const texted = db.$with('texted', {}).as(sql`
    insert into ${smsMessages} (user_id, phone_number, kind, notice_id, importance, status, created_at, available_at, expires_at)
    select posted.user_id, ${person.phoneNumber}, 'notice', posted.id, "smsImportance", 'waiting', ${now}, ${smsExpiresAt}, ${smsExpiresAt}
      from posted join kinds using (kind) join ${person} on ${person.id} = posted.user_id and ${person.phoneVerifiedAt} is not null
        left join ${noticePreferences} wish on wish.user_id = posted.user_id and wish.topic = kinds.topic and wish.channel = 'sms'
      where "smsImportance" is not null and wish.is_on is not false
        and (not ${isMessage} or exists (
          select from jsonb_to_recordset(${sql.placeholder('rows')}::jsonb) as rows("causedBy" int, "isByProven" boolean)
            where rows."causedBy" = posted.caused_by and rows."isByProven"
        ))
        and (wish.is_on or not "isForMailless" or ${person.email} is null)
        and (wish.is_on or not exists (select from ${pushSubscriptions} device where device.user_id = posted.user_id))
        and not exists (
          select from ${phoneLines}
            where ${phoneLines.userId} = posted.user_id and (${phoneLines.stoppedAt} is not null or ${phoneLines.simChangedAt} is not null)
        )
    returning id, notice_id, expires_at`);
  const queued = db.$with('queued', {}).as(sql`
    insert into ${outboxMessages} (kind, payload, created_at, available_at, expires_at)
    select case when ${isMessage} then 'otherSmsDue' else 'smsDue' end,
        jsonb_build_object('smsId', texted.id), ${now}, "pushAt", texted.expires_at
      from texted join posted on posted.id = texted.notice_id join kinds using (kind)`);
  const written = db.$with('written', {}).as(sql`
    insert into ${outboxMessages} (kind, payload, created_at, available_at, expires_at)
    select kind, payload, "createdAt", "availableAt", "expiresAt"
      from jsonb_to_recordset(${sql.placeholder('messages')}::jsonb)
        as messages(kind text, payload jsonb, "createdAt" timestamptz, "availableAt" timestamptz, "expiresAt" timestamptz)`);
  return db
    .with(kinds, posted, pushed, mailed, texted, queued, written)
    .select({ stored: sql`1` })
    .from(sql`(values (1)) as once`);
});

export async function announceNotices(db: Database, userIds: number[]) {
  await announceStatement(db, { userIds: JSON.stringify(userIds) });
}

const announceStatement = keepStatement((db) =>
  db
    .select({ sent: sql`pg_notify('notices', ${sql.placeholder('userIds')})` })
    .from(sql`(values (1)) as once`),
);

type Page = { userId: number; beforeId: number | null; folded: string[]; limit: number };

/** Returns only the newest notice of a subject for the `folded` kinds. By notices_inbox. */
export async function listNoticeRows(db: Database, { userId, beforeId, folded, limit }: Page) {
  const newer = alias(notices, 'newer');
  const isOfSubject = and(eq(newer.userId, notices.userId), eq(newer.subject, notices.subject));
  const isNewest = notExists(
    db
      .select({ one: sql`1` })
      .from(newer)
      .where(and(isOfSubject, inArray(newer.kind, folded), gt(newer.id, notices.id))),
  );
  return db
    .select(pick(notices, 'id kind facts link createdAt readAt'))
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        beforeId === null ? undefined : lt(notices.id, beforeId),
        or(notInArray(notices.kind, folded), isNewest),
      ),
    )
    .orderBy(desc(notices.id))
    .limit(limit);
}

/** Counted up to UNREAD_SHOWN_MAX. By notices_unread. */
export async function countUnreadRows(db: Database, userId: number) {
  const [row] = await countStatement(db, { userId });
  return row?.unread ?? 0;
}

const countStatement = keepStatement((db) => {
  const unread = db
    .select({ one: sql`1`.as('one') })
    .from(notices)
    .where(and(eq(notices.userId, sql.placeholder('userId')), isNull(notices.readAt)))
    .limit(UNREAD_SHOWN_MAX)
    .as('unread');
  return db.select({ unread: sql<number>`count(*)::int` }).from(unread);
});

export async function markReadUpTo(
  db: Database,
  { userId, upTo, now }: { userId: number; upTo: number; now: Date },
) {
  const rows = await db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), lte(notices.id, upTo)))
    .returning({ id: notices.id });
  return rows.length;
}

export async function markSubjectRead(
  db: Database,
  { userId, subject, now }: { userId: number; subject: string; now: Date },
) {
  const rows = await db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), eq(notices.subject, subject), isNull(notices.readAt)))
    .returning({ id: notices.id });
  return rows.length;
}

/** Read or unread. By notices_inbox. */
export async function wasNotified(
  db: Database,
  told: { userId: number; kind: string; subject: string },
) {
  const isTold = and(
    eq(notices.userId, told.userId),
    eq(notices.kind, told.kind),
    eq(notices.subject, told.subject),
  );
  return (await db.$count(notices, isTold)) > 0;
}

export async function findUnreadNotice(db: Database, id: number) {
  const [row] = await db
    .select({
      ...pick(notices, 'id userId kind facts subject link'),
      ...pick(person, 'email firstName language'),
    })
    .from(notices)
    .innerJoin(person, eq(person.id, notices.userId))
    .where(and(eq(notices.id, id), isNull(notices.readAt), isNull(person.suspendedAt)));
  return row ?? null;
}

const CLAIMED_MAX = 1000;

type Claim = { id: number; userId: number; subject: string };

/**
 * For one mail about all of a subject's unread notices. Concurrent mails wait for the row locks and
 * then find the rows claimed. Returns false if an earlier mail covered any of them.
 */
export async function claimUnread(db: Database, { id, userId, subject }: Claim) {
  const isUnread = and(
    eq(notices.userId, userId),
    eq(notices.subject, subject),
    isNull(notices.readAt),
  );
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ mailedWith: notices.mailedWith })
      .from(notices)
      .where(isUnread)
      .orderBy(notices.id)
      .limit(CLAIMED_MAX)
      .for('update');
    if (rows.some(({ mailedWith }) => mailedWith !== null && mailedWith !== id)) return false;
    await tx.update(notices).set({ mailedWith: id }).where(isUnread);
    return true;
  });
}

/** For other features, as a subquery. */
export const sentNotices = new QueryBuilder()
  .select({ userId: notices.userId, kind: notices.kind })
  .from(notices)
  .as('notices');
