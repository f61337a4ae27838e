import { and, desc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import { notices } from './tables/notices.ts';
import { phoneLines, smsInbound, smsMessages, ussdSessions } from './tables/sms.ts';

type LineChange = Partial<Omit<typeof phoneLines.$inferInsert, 'userId'>>;

/** Changes a user's phone line, which may be new. */
export async function upsertLine(db: Database, userId: number, change: LineChange) {
  const inserted = db.insert(phoneLines).values({ userId, ...change });
  if (Object.keys(change).length === 0) await inserted.onConflictDoNothing();
  else await inserted.onConflictDoUpdate({ target: phoneLines.userId, set: change });
}

/** Removes a PIN that was set after a moment. */
export async function forgetPinSetAfter(db: Database, userId: number, moment: Date) {
  await db
    .update(phoneLines)
    .set({ pinHash: null, pinSetAt: null })
    .where(and(eq(phoneLines.userId, userId), gt(phoneLines.pinSetAt, moment)));
}

/** Locks a user's phone line until the transaction ends; null if there is none. */
export async function lockLine(db: Database, userId: number) {
  const [row] = await db
    .select({
      pinHash: phoneLines.pinHash,
      pinTries: phoneLines.pinTries,
      pinLockedUntil: phoneLines.pinLockedUntil,
      pinEndsAt: phoneLines.pinEndsAt,
      heardAt: phoneLines.heardAt,
      simChangedAt: phoneLines.simChangedAt,
      numberChangedAt: phoneLines.numberChangedAt,
      stoppedAt: phoneLines.stoppedAt,
    })
    .from(phoneLines)
    .where(eq(phoneLines.userId, userId))
    .for('update');
  return row ?? null;
}

/** The pending question, if it expires between now and `until`. */
export async function findWaiting(
  db: Database,
  { userId, now, until }: { userId: number; now: Date; until: Date },
): Promise<unknown> {
  const [row] = await db
    .select({ waiting: phoneLines.waiting })
    .from(phoneLines)
    .where(
      and(
        eq(phoneLines.userId, userId),
        gt(phoneLines.waitingUntil, now),
        lte(phoneLines.waitingUntil, until),
      ),
    );
  return row?.waiting ?? null;
}

/** Ends a pending question, unless a newer one has replaced it. */
export async function endWaiting(
  db: Database,
  { userId, waiting }: { userId: number; waiting: object },
) {
  await db
    .update(phoneLines)
    .set({ waiting: null, waitingUntil: null })
    .where(and(eq(phoneLines.userId, userId), eq(phoneLines.waiting, waiting)));
}

/** @returns its id; null if it was received before. By the unique id of the service. */
export async function insertInbound(
  db: Database,
  inbound: typeof smsInbound.$inferInsert,
): Promise<number | null> {
  const [row] = await db
    .insert(smsInbound)
    .values(inbound)
    .onConflictDoNothing({ target: smsInbound.serviceId })
    .returning({ id: smsInbound.id });
  return row?.id ?? null;
}

/** An unhandled SMS, unless it is so old that its text was erased. */
export async function findInbound(db: Database, id: number) {
  const [row] = await db
    .select({
      phoneNumber: smsInbound.phoneNumber,
      text: smsInbound.text,
      receivedAt: smsInbound.receivedAt,
    })
    .from(smsInbound)
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.handledAt), isNotNull(smsInbound.text)));
  return row ?? null;
}

type Told = { userId: number; kind: string; subject: string; by: Date };

/**
 * Whether a user had read the latest notice of this kind and subject by a moment, or its SMS had
 * been sent. True if there is no such notice. By notices_inbox and sms_messages_sent.
 */
export async function wasToldBy(
  db: Database,
  { userId, kind, subject, by }: Told,
): Promise<boolean> {
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
  // Without an SMS, the other channels tell of it at once.
  return isBy(createdAt) && (isBy(readAt) || smsId === null || isBy(sentAt));
}

/**
 * Marks that a wrong PIN or code in an SMS was counted.
 * @returns false if it was counted before.
 */
export async function markTried(
  tx: Database,
  { id, now }: { id: number; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(smsInbound)
    .set({ triedAt: now })
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.triedAt)))
    .returning({ id: smsInbound.id });
  return rows.length === 1;
}

/**
 * Erases the text, which may contain a PIN.
 * @returns false if another process has handled the SMS
 */
export async function markHandled(
  db: Database,
  { id, userId, now }: { id: number; userId: number | null; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(smsInbound)
    .set({ handledAt: now, userId, text: null })
    .where(and(eq(smsInbound.id, id), isNull(smsInbound.handledAt)))
    .returning({ id: smsInbound.id });
  return rows.length === 1;
}

const ussdColumns = {
  state: ussdSessions.state,
  userId: ussdSessions.userId,
  typedHash: ussdSessions.typedHash,
  answer: ussdSessions.answer,
};

/** The phone number is part of the key, because the network may reuse an id for another phone. */
type OwnSession = { sessionId: string; phoneNumber: string };

const isOwn = ({ sessionId, phoneNumber }: OwnSession) =>
  and(eq(ussdSessions.sessionId, sessionId), eq(ussdSessions.phoneNumber, phoneNumber));

export async function findUssdSession(db: Database, own: OwnSession) {
  const [row] = await db.select(ussdColumns).from(ussdSessions).where(isOwn(own));
  return row ?? null;
}

/** The state and the user of a phone's last recent session. By (phone_number, updated_at). */
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

/**
 * @returns false if the session exists already, because the network sent its first request twice
 */
export async function insertUssdSession(
  db: Database,
  session: typeof ussdSessions.$inferInsert,
): Promise<boolean> {
  const rows = await db
    .insert(ussdSessions)
    .values(session)
    .onConflictDoNothing({ target: [ussdSessions.sessionId, ussdSessions.phoneNumber] })
    .returning({ sessionId: ussdSessions.sessionId });
  return rows.length === 1;
}

type UssdStep = OwnSession & { from: string; to: string; now: Date };

/** Claims a step of a session. If two requests claim the same step, one gets true. */
export async function claimUssdStep(
  db: Database,
  { from, to, now, ...own }: UssdStep,
): Promise<boolean> {
  const rows = await db
    .update(ussdSessions)
    .set({ typedHash: to, answer: null, updatedAt: now })
    .where(and(isOwn(own), eq(ussdSessions.typedHash, from)))
    .returning({ sessionId: ussdSessions.sessionId });
  return rows.length === 1;
}

type TakenStep = { state: object; answer: string; userId: number | null; updatedAt: Date };

/** Stores the result of a step, unless the phone has taken another step in the meantime. */
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
