import type { Database } from '#server/database.ts';

export const connectionTo = (db: Database) => ({ db, searches: db, counts: db, lists: db });
