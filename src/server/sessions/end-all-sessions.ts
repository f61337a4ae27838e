import type { Database } from '#server/db/connect.ts';
import { deleteLoginPass, deleteUserSessions, notifySessionsEnded } from './queries.ts';

/** Logs a person out everywhere: a password passed before entitles to nothing either, and what is open of theirs hears no more. */
export async function endAllSessions(db: Database, userId: number) {
  await deleteUserSessions(db, userId);
  await deleteLoginPass(db, userId);
  await notifySessionsEnded(db, userId);
}
