import { and, desc, eq, gt, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { endExpiredQuestions } from '#accounts/server/people-queries.ts';
import { secondsAfter } from '#server/clock.ts';
import { pick } from '#server/database.ts';
import { SMS_ANSWER_SECONDS, SMS_KEPT_SECONDS, USSD_RESUMED_SECONDS } from '../rules/notice.ts';
import { notices, smsInbound, smsMessages, ussdSessions } from './tables.ts';

/** Null if it was received before. */
export async function insertInbound(db: Database, inbound: typeof smsInbound.$inferInsert) {
  const [row] = await db
    .insert(smsInbound)
    .values(inbound)
    .onConflictDoNothing({ target: smsInbound.serviceId })
    .returning({ id: smsInbound.id });
  return row?.id ?? null;
}

/** Null also if it is so old that its text was erased. */
export async function findInbound(db: Database, id: number) {
  const [row] = await db
    .select(pick(smsInbound, 'phoneNumber text receivedAt'))
    .from(smsInbound)
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.handledAt), isNotNull(smsInbound.text)));
  return row ?? null;
}

type Told = { userId: number; kind: string; subject: string; by: Date };

/** True if there is no such notice. By notices_inbox and sms_messages_sent. */
export async function wasNotifiedBy(db: Database, { userId, kind, subject, by }: Told) {
  const isItsSms = and(
    eq(smsMessages.userId, notices.userId),
    eq(smsMessages.noticeId, notices.id),
  );
  const [latest] = await db
    .select({
      createdAt: notices.createdAt,
      readAt: notices.readAt,
      smsId: smsMessages.id,
      sentAt: smsMessages.sentAt,
    })
    .from(notices)
    .leftJoin(smsMessages, isItsSms)
    .where(and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.subject, subject)))
    .orderBy(desc(notices.id), desc(smsMessages.id))
    .limit(1);
  if (!latest) return true;
  const { createdAt, readAt, smsId, sentAt } = latest;
  const isBy = (moment: Date | null) => moment !== null && moment <= by;
  return isBy(createdAt) && (isBy(readAt) || smsId === null || isBy(sentAt));
}

/** Null if none was sent by then. By sms_messages_sent. */
export async function findNewestSms(db: Database, { userId, by }: { userId: number; by: Date }) {
  const [row] = await db
    .select({ createdAt: smsMessages.createdAt })
    .from(smsMessages)
    .where(and(eq(smsMessages.userId, userId), lte(smsMessages.sentAt, by)))
    .orderBy(desc(smsMessages.sentAt), desc(smsMessages.id))
    .limit(1);
  return row ?? null;
}

/** Returns false if it was counted before. */
export async function markTried(tx: Database, { id, now }: { id: number; now: Date }) {
  const rows = await tx
    .update(smsInbound)
    .set({ triedAt: now })
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.triedAt)))
    .returning({ id: smsInbound.id });
  return rows.length === 1;
}

/**
 * Erases the text, which may contain a PIN. Returns false if another process has handled the SMS.
 */
export async function markHandled(
  db: Database,
  { id, userId, now }: { id: number; userId: number | null; now: Date },
) {
  const rows = await db
    .update(smsInbound)
    .set({ handledAt: now, userId, text: null })
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.handledAt)))
    .returning({ id: smsInbound.id });
  return rows.length === 1;
}

const ussdColumns = pick(ussdSessions, 'state userId typedHash answer');

/** The phone number is part of the key, because the network may reuse an id for another phone. */
type OwnSession = { sessionId: string; phoneNumber: string };

const isOwn = ({ sessionId, phoneNumber }: OwnSession) =>
  and(eq(ussdSessions.sessionId, sessionId), eq(ussdSessions.phoneNumber, phoneNumber));

export async function findUssdSession(db: Database, own: OwnSession) {
  const [row] = await db.select(ussdColumns).from(ussdSessions).where(isOwn(own));
  return row ?? null;
}

export async function findLastUssdState(
  db: Database,
  { phoneNumber, since }: { phoneNumber: string; since: Date },
) {
  const [row] = await db
    .select({ state: ussdSessions.state, userId: ussdSessions.userId })
    .from(ussdSessions)
    .where(and(eq(ussdSessions.phoneNumber, phoneNumber), gt(ussdSessions.updatedAt, since)))
    .orderBy(desc(ussdSessions.updatedAt), desc(ussdSessions.sessionId))
    .limit(1);
  return row ?? null;
}

/** Returns false if the network sent the first request twice. */
export async function insertUssdSession(db: Database, session: typeof ussdSessions.$inferInsert) {
  const rows = await db
    .insert(ussdSessions)
    .values(session)
    .onConflictDoNothing({ target: [ussdSessions.sessionId, ussdSessions.phoneNumber] })
    .returning({ sessionId: ussdSessions.sessionId });
  return rows.length === 1;
}

type UssdStep = OwnSession & { from: string; to: string; now: Date };

/** True for only one of two requests that claim the same step. */
export async function claimUssdStep(db: Database, { from, to, now, ...own }: UssdStep) {
  const rows = await db
    .update(ussdSessions)
    .set({ typedHash: to, answer: null, updatedAt: now })
    .where(and(isOwn(own), eq(ussdSessions.typedHash, from)))
    .returning({ sessionId: ussdSessions.sessionId });
  return rows.length === 1;
}

type TakenStep = { state: object; answer: string; userId: number | null; updatedAt: Date };

export async function saveUssdStep(
  db: Database,
  { typedHash, ...own }: OwnSession & { typedHash: string },
  step: TakenStep,
) {
  await db
    .update(ussdSessions)
    .set(step)
    .where(and(isOwn(own), eq(ussdSessions.typedHash, typedHash)));
}

export async function pruneSms(db: Database, now: Date) {
  const keptSince = secondsAfter(now, -SMS_KEPT_SECONDS);
  await db.delete(smsMessages).where(lt(smsMessages.createdAt, keptSince));
  await db.delete(smsInbound).where(lt(smsInbound.receivedAt, keptSince));
  await dropExpiredSms(db, now);
  await erasePhoneSecrets(db, now);
}

async function dropExpiredSms(db: Database, now: Date) {
  await db
    .update(smsMessages)
    .set({ status: 'dropped', text: null, failure: 'too late' })
    .where(and(eq(smsMessages.status, 'waiting'), lte(smsMessages.expiresAt, now)));
}

/** They may contain a PIN or a handover code. By updated_at and sms_inbound_texts. */
export async function erasePhoneSecrets(db: Database, now: Date) {
  await db
    .delete(ussdSessions)
    .where(lte(ussdSessions.updatedAt, secondsAfter(now, -USSD_RESUMED_SECONDS)));
  await endExpiredQuestions(db, now);
  await db
    .update(smsInbound)
    .set({ text: null })
    .where(
      and(
        isNotNull(smsInbound.text),
        lte(smsInbound.receivedAt, secondsAfter(now, -SMS_ANSWER_SECONDS)),
      ),
    );
}
