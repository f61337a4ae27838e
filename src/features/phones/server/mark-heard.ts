import { upsertLine } from '#features/accounts/server/people-queries.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';

/**
 * Records that a command from this user's phone was accepted, so the period of silence starts
 * again.
 */
export const markHeard = (db: Database, userId: number, { clock }: { clock: Clock }) =>
  upsertLine(db, userId, { heardAt: clock() });
