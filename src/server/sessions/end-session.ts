import type { Database } from '#server/db/connect.ts';
import { deleteSession } from './queries.ts';

/** Logs one device out: its token opens nothing from now on. */
export async function endSession(db: Database, sessionId: number) {
  await deleteSession(db, sessionId);
}
