import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { voidCodesOf } from './codes/issue-code.ts';
import { findContact } from './people/queries.ts';
import { endAllSessions } from './sessions/end-sessions.ts';
import { deleteSessions, listLiveSessions } from './sessions/queries.ts';

/** Logs one device out: its token is no longer valid, and its open streams end. */
export async function endSession(db: Database, { userId, sessionId }: { userId: number; sessionId: number }) {
  await deleteSessions(db, { userId, only: sessionId });
}

/** Where a person is logged in, last used first. */
export async function listSessions(db: Database, { userId, sessionId }: { userId: number; sessionId: number }, now: Date) {
  const sessions = await listLiveSessions(db, { userId, now });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Logs a person out on every device, and voids their codes, which could open a session again. */
export async function logOutEverywhere(db: Database, userId: number, { clock }: { clock: Clock }) {
  await db.transaction(async (tx) => {
    const contact = await findContact(tx, userId);
    if (contact) await voidCodesOf(tx, contact, clock());
    await endAllSessions(tx, userId);
  });
}
