import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  sql,
} from 'drizzle-orm';
import { people, phoneLines } from '#accounts/server/people-queries.ts';
import { pick } from '#server/database.ts';
import { putAllInOutbox } from '#server/outbox.ts';
import { outboxMessages } from '#server/tables.ts';
import { noticePush } from './push.ts';
import { notices, pushSubscriptions, smsMessages } from './tables.ts';

const person = people('person');

export async function insertSms(
  db: Database,
  message: Omit<typeof smsMessages.$inferInsert, 'availableAt'>,
) {
  const [row] = await db
    .insert(smsMessages)
    .values({ ...message, availableAt: message.expiresAt })
    .returning({ id: smsMessages.id });
  if (!row) throw new Error('The SMS was not stored');
  return row.id;
}

type SmsChange = Partial<
  Omit<typeof smsMessages.$inferInsert, 'id' | 'userId' | 'kind' | 'noticeId'>
>;

export async function updateSms(db: Database, id: number, change: SmsChange) {
  await db.update(smsMessages).set(change).where(eq(smsMessages.id, id));
}

export async function deleteReportsOf(db: Database, userId: number) {
  const numbers = db
    .select({ phoneNumber: smsMessages.phoneNumber })
    .from(smsMessages)
    .where(eq(smsMessages.userId, userId));
  const isReport = eq(outboxMessages.kind, 'smsReported');
  await db
    .delete(outboxMessages)
    .where(and(isReport, inArray(sql`${outboxMessages.payload} ->> 'phoneNumber'`, numbers)));
}

export async function findWaitingSms(db: Database, id: number) {
  const [row] = await db
    .select(
      pick(smsMessages, 'id userId phoneNumber kind text noticeId importance createdAt sentAt'),
    )
    .from(smsMessages)
    .where(and(eq(smsMessages.id, id), eq(smsMessages.status, 'waiting')));
  return row ?? null;
}

/** Takes over the overdue SMS of version 1.0.0. By sms_messages_waiting. */
export async function takeStraySms(
  tx: Database,
  { now, dueBefore }: { now: Date; dueBefore: Date },
) {
  return tx
    .update(smsMessages)
    .set({ availableAt: smsMessages.expiresAt })
    .where(
      and(
        eq(smsMessages.status, 'waiting'),
        lte(smsMessages.availableAt, dueBefore),
        gt(smsMessages.expiresAt, now),
      ),
    )
    .returning({ id: smsMessages.id, importance: smsMessages.importance });
}

/**
 * Null if the notice was read, or the user was deleted or suspended, wants no SMS, has no verified
 * number, or may have lost the SIM.
 */
export async function findSmsNotice(db: Database, id: number) {
  const [row] = await db
    .select({
      ...pick(notices, 'id userId kind subject facts causedBy'),
      ...pick(person, 'role language phoneNumber'),
    })
    .from(notices)
    .innerJoin(person, and(eq(person.id, notices.userId), isNull(person.suspendedAt)))
    .leftJoin(phoneLines, eq(phoneLines.userId, person.id))
    .where(and(eq(notices.id, id), isWanted));
  return row ?? null;
}

const isWanted = and(
  isNull(notices.readAt),
  isNull(phoneLines.stoppedAt),
  isNull(phoneLines.simChangedAt),
  isNotNull(person.phoneVerifiedAt),
);

export async function hasWaitingSummary(db: Database, userId: number) {
  const { kind, status } = smsMessages;
  const isSummary = and(
    eq(smsMessages.userId, userId),
    eq(kind, 'summary'),
    eq(status, 'waiting'),
    isNull(smsMessages.text),
  );
  return (await db.$count(smsMessages, isSummary)) > 0;
}

const MERGED_MAX = 999;

/** Only those whose notices are still unread. By sms_messages_sent. */
export async function listMergedSms(db: Database, userId: number) {
  return db
    .select({
      id: smsMessages.id,
      kind: notices.kind,
      subject: notices.subject,
      ...pick(person, 'role language phoneNumber'),
    })
    .from(smsMessages)
    .innerJoin(notices, eq(notices.id, smsMessages.noticeId))
    .innerJoin(person, and(eq(person.id, notices.userId), isNull(person.suspendedAt)))
    .leftJoin(phoneLines, eq(phoneLines.userId, person.id))
    .where(and(eq(smsMessages.userId, userId), eq(smsMessages.status, 'merged'), isWanted))
    .orderBy(asc(smsMessages.id))
    .limit(MERGED_MAX);
}

export async function markMergedSent(db: Database, ids: number[], now: Date) {
  await db
    .update(smsMessages)
    .set({ status: 'sent', sentAt: now })
    .where(and(inArray(smsMessages.id, ids), eq(smsMessages.status, 'merged')));
}

type Subject = { userId: number; noticeId: number; subject: string; kind: string; since: Date };

/**
 * By an SMS about an earlier, still unread notice of this kind and subject. By sms_messages_sent.
 */
export async function wasNotifiedBefore(
  db: Database,
  { userId, noticeId, subject, kind, since }: Subject,
) {
  const earlier = db
    .select({ one: sql`1` })
    .from(notices)
    .where(
      and(
        eq(notices.id, smsMessages.noticeId),
        ne(notices.id, noticeId),
        eq(notices.subject, subject),
        eq(notices.kind, kind),
        isNull(notices.readAt),
      ),
    );
  const rows = await db
    .select({ id: smsMessages.id })
    .from(smsMessages)
    .where(and(eq(smsMessages.userId, userId), gte(smsMessages.sentAt, since), exists(earlier)))
    .limit(1);
  return rows.length > 0;
}

const reportedColumns = pick(smsMessages, 'id status noticeId');

export async function lockSmsByServiceId(db: Database, serviceId: string) {
  const [row] = await db
    .select(reportedColumns)
    .from(smsMessages)
    .where(eq(smsMessages.serviceId, serviceId))
    .for('update');
  return row ?? null;
}

/** The service may or may not have accepted it. By the index of phone_number. */
export async function lockUnsureSms(db: Database, phoneNumber: string) {
  const isUnsure = and(eq(smsMessages.status, 'waiting'), isNotNull(smsMessages.sentAt));
  const [row] = await db
    .select(reportedColumns)
    .from(smsMessages)
    .where(and(eq(smsMessages.phoneNumber, phoneNumber), isUnsure))
    .orderBy(asc(smsMessages.sentAt), asc(smsMessages.id))
    .limit(1)
    .for('update');
  return row ?? null;
}

/** Mails the unread notice now, and notifies every browser. */
export async function tellOtherwise(
  db: Database,
  { noticeId, now }: { noticeId: number; now: Date },
) {
  await db
    .update(outboxMessages)
    .set({ availableAt: now })
    .where(
      and(
        eq(outboxMessages.kind, 'noticeUnread'),
        sql`${outboxMessages.payload} ->> 'noticeId' = ${String(noticeId)}`,
      ),
    );
  const devices = await db
    .select({ subscriptionId: pushSubscriptions.id })
    .from(notices)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, notices.userId))
    .where(and(eq(notices.id, noticeId), isNull(notices.readAt)))
    .orderBy(asc(pushSubscriptions.id));
  if (devices.length === 0) return;
  await putAllInOutbox(
    db,
    devices.map(({ subscriptionId }) => noticePush({ noticeId, subscriptionId })),
    now,
  );
}
