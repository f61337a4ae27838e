import { poolSizes } from '#platform/server/db/connect-postgres.ts';
import type { Connection, Database } from '#platform/server/db/database.ts';
import { createFairQueue } from '#platform/server/fair-queue.ts';
import {
  COUNT_WAIT_MILLISECONDS,
  COUNTS_PER_CLIENT,
  READ_WAIT_MILLISECONDS,
  READS_WAITING_PER_CLIENT,
  SEARCHES_PER_CLIENT,
} from '#products/rules/limits.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    catalogueReads: CatalogueReads;
  }
}

type Work<T> = (db: Database) => Promise<T>;

/**
 * How visitors share the database. Searches may read every offer, so they have their own
 * connections and never delay quick queries. So do counts, which a page can do without.
 */
export type CatalogueReads = {
  quick<T>(work: Work<T>): Promise<T>;
  search<T>(client: string, work: Work<T>): Promise<T>;
  /** For statements with one kept plan. */
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
