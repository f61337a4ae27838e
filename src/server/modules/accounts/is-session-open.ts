import type { Database } from '#server/db/connect.ts';
import { hasSession } from './sessions/queries.ts';

/** Whether nobody has ended a session yet. */
export const isSessionOpen = (db: Database, sessionId: number): Promise<boolean> => hasSession(db, sessionId);
