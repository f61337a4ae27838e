import type { Database } from '#platform/server/db/database.ts';

export const connectionTo = (db: Database) => ({ db, searches: db, counts: db, lists: db });
