import { and, desc, eq, gt } from 'drizzle-orm';
import { ussdSessions } from '#features/notifications/server/tables/sms.ts';
import type { Database } from '#platform/server/db/database.ts';

const columns = {
  state: ussdSessions.state,
  userId: ussdSessions.userId,
  typedHash: ussdSessions.typedHash,
  answer: ussdSessions.answer,
};

/** The phone number is part of the key, because the network may reuse an id for another phone. */
type OwnSession = { sessionId: string; phoneNumber: string };

const isOwn = ({ sessionId, phoneNumber }: OwnSession) =>
  and(eq(ussdSessions.sessionId, sessionId), eq(ussdSessions.phoneNumber, phoneNumber));

/** By primary key. */
export async function findUssdSession(db: Database, own: OwnSession) {
  const [row] = await db.select(columns).from(ussdSessions).where(isOwn(own));
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

type Step = OwnSession & { from: string; to: string; now: Date };

/** Claims a step of a session. If two requests claim the same step, one gets true. */
export async function claimUssdStep(
  db: Database,
  { from, to, now, ...own }: Step,
): Promise<boolean> {
  const rows = await db
    .update(ussdSessions)
    .set({ typedHash: to, answer: null, updatedAt: now })
    .where(and(isOwn(own), eq(ussdSessions.typedHash, from)))
    .returning({ sessionId: ussdSessions.sessionId });
  return rows.length === 1;
}

type Taken = { state: object; answer: string; userId: number | null; updatedAt: Date };

/** Stores the result of a step, unless the phone has taken another step in the meantime. */
export async function saveUssdStep(
  db: Database,
  { typedHash, ...own }: OwnSession & { typedHash: string },
  step: Taken,
) {
  await db
    .update(ussdSessions)
    .set(step)
    .where(and(isOwn(own), eq(ussdSessions.typedHash, typedHash)));
}
