import { type Database, unreplicatedReads } from '#platform/server/db/database.ts';

/** What reads of the catalogue need of a connection, with everything answered by one database. */
export const connectionTo = (db: Database) => ({
  db,
  searches: db,
  reads: unreplicatedReads({ db, searches: db, counts: db, lists: db }),
});
