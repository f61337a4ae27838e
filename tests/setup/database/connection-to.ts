import type { Database } from '#server/db/database.ts';

export const connectionTo = (db: Database) => ({ db, searches: db, counts: db, lists: db });
