import type { Database } from '#server/db/connect.ts';
import { listLiveSessions } from './sessions/queries.ts';

/** Where a person is logged in, last used first. */
export async function listSessions(db: Database, { userId, sessionId }: { userId: number; sessionId: number }, now: Date) {
  const sessions = await listLiveSessions(db, { userId, now });
  return sessions.map((session) => ({ ...session, isCurrent: session.id === sessionId }));
}
