import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { voidCodesOf } from './codes/issue-code.ts';
import { findContact } from './people/queries.ts';
import { endAllSessions } from './sessions/end-sessions.ts';
import { deleteSessions, findSessionByHash, listLiveSessions } from './sessions/queries.ts';

/** Logs one device out: invalidates its token and ends its open streams. */
export async function endSession(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
) {
  await deleteSessions(db, { userId, only: sessionId });
}

/**
 * Ends a session by the hash of its token. A device that was logged out offline has deleted the
 * token and stores only the hash. An ended session is not an error.
 */
export async function endSessionByHash(db: Database, tokenHash: string) {
  const session = await findSessionByHash(db, tokenHash);
  if (session) await deleteSessions(db, { userId: session.userId, only: session.id });
}

/** A user's sessions, last used first. */
export async function listSessions(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
  now: Date,
) {
  const sessions = await listLiveSessions(db, { userId, now });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}

/** Logs a user out on every device, and voids their codes, which could open a session again. */
export async function logOutEverywhere(db: Database, userId: number, { clock }: { clock: Clock }) {
  await db.transaction(async (tx) => {
    const contact = await findContact(tx, userId);
    if (contact) await voidCodesOf(tx, contact, clock());
    await endAllSessions(tx, userId);
  });
}
