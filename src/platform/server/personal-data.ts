import type { Database } from './db/database.ts';

/** Some rows of a list, in its own order. */
export type Rows = { limit: number; offset: number };
export type RowsReader = (db: Database, userId: number, rows: Rows) => Promise<object[]>;

/** The data of one feature about a person: how it is exported, and how it is erased. */
export type PersonalData<Needs> = {
  /** Objects that a person has once or not at all, by the name that the export gives them. */
  single?: Record<string, (db: Database, userId: number) => Promise<object | null>>;
  /** Lists by name. `farm.products` is the list `products` of the object `farm`. */
  lists?: Record<string, RowsReader>;
  /** Counts what must end before the account may be deleted, by name. */
  countUnderWay?: (db: Database, userId: number) => Promise<Record<string, number>>;
  /**
   * Erases what may not outlive the account and does not go with its row, in the transaction of the
   * deletion. @returns what is to be done after the commit
   */
  erase?: (tx: Database, userId: number, services: Needs) => Promise<(() => Promise<void>) | void>;
};
