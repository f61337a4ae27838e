import type { Database } from '#server/db/connect.ts';
import { deleteLoginPass, deleteSessions } from './queries.ts';

/** Logs a person out everywhere: a password passed before entitles to nothing either. */
export async function endAllSessions(db: Database, userId: number) {
  await deleteSessions(db, { userId, all: true });
  await deleteLoginPass(db, userId);
}
