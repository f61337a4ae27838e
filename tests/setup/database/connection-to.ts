import { type Database, unreplicatedReads } from '#platform/server/db/database.ts';

export const connectionTo = (db: Database) => ({
  db,
  searches: db,
  reads: unreplicatedReads({ db, searches: db, counts: db, lists: db }),
});
