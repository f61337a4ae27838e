import type { Database } from '#server/db/connect.ts';
import { deleteSessions } from './sessions/queries.ts';

/** Logs one device out: its token opens nothing from now on, and what it has open ends. */
export async function endSession(db: Database, { userId, sessionId }: { userId: number; sessionId: number }) {
  await deleteSessions(db, { userId, only: sessionId });
}
