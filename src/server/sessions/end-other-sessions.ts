import type { Database } from '#server/db/connect.ts';
import { deleteLoginPass, deleteOtherSessions } from './queries.ts';

/** Logs a person out on every device but the one at hand. */
export async function endOtherSessions(db: Database, own: { userId: number; sessionId: number }) {
  await deleteOtherSessions(db, own);
  await deleteLoginPass(db, own.userId);
}
