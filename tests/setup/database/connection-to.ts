import { type Database, unreplicatedReads } from '#platform/server/db/database.ts';

/** The part of a connection that catalogue reads need, with one database behind it. */
export const connectionTo = (db: Database) => ({
  db,
  searches: db,
  reads: unreplicatedReads({ db, searches: db, counts: db, lists: db }),
});
