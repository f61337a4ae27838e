import {
  COUNT_WAIT_MILLISECONDS,
  COUNTS_PER_CLIENT,
  READ_WAIT_MILLISECONDS,
  READS_WAITING_PER_CLIENT,
  SEARCHES_PER_CLIENT,
} from '#features/products/rules/limits.ts';
import { poolSizes } from '#platform/server/db/connect-postgres.ts';
import type { Connection, Database } from '#platform/server/db/database.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    /** Limits each visitor's share of the database. */
    catalogueReads: CatalogueReads;
  }
}

type Work<T> = (db: Database) => Promise<T>;

/**
 * How visitors who only read share the database, once their call has a slot (call-queue.ts).
 * Queries that an index answers directly are sent at once. Searches may read every offer, so they
 * have their own connections, and quick queries never wait behind them. Counts have their own
 * connections too, because a page can do without them. One client address gets a share of each
 * kind.
 */
export type CatalogueReads = {
  quick<T>(work: Work<T>): Promise<T>;
  search<T>(client: string, work: Work<T>): Promise<T>;
  /** The same for statements for which PostgreSQL keeps one plan: cards and one product. */
  quickList<T>(work: Work<T>): Promise<T>;
  searchList<T>(client: string, work: Work<T>): Promise<T>;
  /** Null if it would have to wait too long. */
  count<T>(client: string, work: Work<T>): Promise<T | null>;
};

const waiting = {
  waitingPerClient: READS_WAITING_PER_CLIENT,
  waitMilliseconds: READ_WAIT_MILLISECONDS,
};

export function createCatalogueReads({
  db,
  searches,
  counts,
  lists,
}: Pick<Connection, 'db' | 'searches' | 'counts' | 'lists'>): CatalogueReads {
  // As many as there are connections: the driver would queue another query behind a running one.
  const searching = createFairQueue({
    atOnce: poolSizes.searches,
    perClient: SEARCHES_PER_CLIENT,
    ...waiting,
  });
  const counting = createFairQueue({
    atOnce: poolSizes.counts,
    perClient: COUNTS_PER_CLIENT,
    ...waiting,
    waitMilliseconds: COUNT_WAIT_MILLISECONDS,
  });
  return {
    quick: (work) => work(db),
    search: (client, work) => searching.run(client, () => work(searches)),
    quickList: (work) => work(lists),
    searchList: (client, work) => searching.run(client, () => work(lists)),
    count: (client, work) => counting.runOrSkip(client, () => work(counts)),
  };
}
