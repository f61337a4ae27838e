export const connectionTo = (db: Database) => ({ db, searches: db, counts: db, lists: db });
