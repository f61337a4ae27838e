import type { Database } from '#platform/server/db/database.ts';
import { deleteLoginPass, deleteSessions } from './queries.ts';

/**
 * Logs a user out everywhere. A password that was just given no longer allows a login code either.
 */
export async function endAllSessions(db: Database, userId: number) {
  await deleteSessions(db, { userId, all: true });
  await deleteLoginPass(db, userId);
}

/** Logs a user out on every device but this one. */
export async function endOtherSessions(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: number },
) {
  await deleteSessions(db, { userId, except: sessionId });
  await deleteLoginPass(db, userId);
}
