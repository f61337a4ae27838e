import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { updateLine } from './lines/queries.ts';

/** A word came from this person's phone, and nothing stood against it: a silence begins anew. */
export const markHeard = (db: Database, userId: number, { clock }: { clock: Clock }) =>
  updateLine(db, userId, { heardAt: clock() });
