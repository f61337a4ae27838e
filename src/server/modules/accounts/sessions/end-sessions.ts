import type { Database } from '#server/db/connect.ts';
import { deleteLoginPass, deleteSessions } from './queries.ts';

/** Logs a person out everywhere: a password passed before entitles to nothing either. */
export async function endAllSessions(db: Database, userId: number) {
  await deleteSessions(db, { userId, all: true });
  await deleteLoginPass(db, userId);
}

/** Logs a person out on every device but the one at hand. */
export async function endOtherSessions(db: Database, { userId, sessionId }: { userId: number; sessionId: number }) {
  await deleteSessions(db, { userId, except: sessionId });
  await deleteLoginPass(db, userId);
}
