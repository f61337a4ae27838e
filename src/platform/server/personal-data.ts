import type { Database } from './db/database.ts';

/** A slice of a list, in the list's own order. */
export type Rows = { limit: number; offset: number };
type RowsReader = (db: Database, userId: number, rows: Rows) => Promise<object[]>;

/** One feature's personal data: how it is exported and erased. */
export type PersonalData<Needs> = {
  /** Objects of which a user has at most one, by their name in the export. */
  single?: Record<string, (db: Database, userId: number) => Promise<object | null>>;
  /** Lists by name. `farm.products` is the list `products` in the object `farm`. */
  lists?: Record<string, RowsReader>;
  /** Counts, by name, what must end before the account may be deleted. */
  countUnderWay?: (db: Database, userId: number) => Promise<Record<string, number>>;
  /**
   * Erases data that must not outlive the account and is not deleted with its row. Runs in the
   * transaction of the deletion.
   * @returns work to do after the commit
   */
  erase?: (tx: Database, userId: number, services: Needs) => Promise<(() => Promise<void>) | void>;
};
