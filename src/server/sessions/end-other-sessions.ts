import type { Database } from '#server/db/connect.ts';
import { deleteLoginPass, deleteOtherSessions, notifySessionsEnded } from './queries.ts';

/** Logs a person out on every device but the one at hand, whose own stream comes back by itself. */
export async function endOtherSessions(db: Database, own: { userId: number; sessionId: number }) {
  await deleteOtherSessions(db, own);
  await deleteLoginPass(db, own.userId);
  await notifySessionsEnded(db, own.userId);
}
