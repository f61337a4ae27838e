import { and, desc, eq, gt } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { ussdSessions } from '#server/db/schema/sms.ts';

const columns = { state: ussdSessions.state, typedHash: ussdSessions.typedHash, answer: ussdSessions.answer };

/** A phone's session. By primary key. */
export async function findUssdSession(db: Database, { sessionId, phoneNumber }: { sessionId: string; phoneNumber: string }) {
  const [row] = await db
    .select(columns)
    .from(ussdSessions)
    .where(and(eq(ussdSessions.sessionId, sessionId), eq(ussdSessions.phoneNumber, phoneNumber)));
  return row ?? null;
}

/** Where a phone's last session stood, if that was lately. By (phone_number, updated_at). */
export async function findLastUssdState(
  db: Database,
  { phoneNumber, since }: { phoneNumber: string; since: Date },
): Promise<unknown> {
  const [row] = await db
    .select({ state: ussdSessions.state })
    .from(ussdSessions)
    .where(and(eq(ussdSessions.phoneNumber, phoneNumber), gt(ussdSessions.updatedAt, since)))
    .orderBy(desc(ussdSessions.updatedAt), desc(ussdSessions.sessionId))
    .limit(1);
  return row?.state ?? null;
}

/** @returns false when the session is there already: the network has sent its first request twice */
export async function insertUssdSession(db: Database, session: typeof ussdSessions.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(ussdSessions)
    .values(session)
    .onConflictDoNothing({ target: ussdSessions.sessionId })
    .returning({ sessionId: ussdSessions.sessionId });
  return rows.length === 1;
}

type Step = { sessionId: string; from: string; to: string; now: Date };

/** Takes a step of a session. Of two that take the same one, one gets true. */
export async function claimUssdStep(db: Database, { sessionId, from, to, now }: Step): Promise<boolean> {
  const rows = await db
    .update(ussdSessions)
    .set({ typedHash: to, answer: null, updatedAt: now })
    .where(and(eq(ussdSessions.sessionId, sessionId), eq(ussdSessions.typedHash, from)))
    .returning({ sessionId: ussdSessions.sessionId });
  return rows.length === 1;
}

export async function saveUssdStep(
  db: Database,
  sessionId: string,
  step: { state: object; answer: string; userId: number | null; updatedAt: Date },
) {
  await db.update(ussdSessions).set(step).where(eq(ussdSessions.sessionId, sessionId));
}
