import { poolSizes } from '#server/db/connect-postgres.ts';
import type { Connection, Database } from '#server/db/database.ts';
import { createFairQueue } from '#server/fair-queue.ts';
import {
  COUNT_WAIT_MILLISECONDS,
  COUNTS_PER_CLIENT,
  LOOKUPS_PER_CLIENT,
  QUICK_READS_PER_CLIENT,
  READ_WAIT_MILLISECONDS,
  READS_WAITING_PER_CLIENT,
  SEARCHES_PER_CLIENT,
} from '#shared/limits.ts';

type Work<T> = (db: Database) => Promise<T>;

/**
 * How visitors who only read share the database. Queries that an index answers directly are sent at once. Searches may have to look at
 * every offer, so they have connections of their own and nothing quick waits behind them; so have counts, which a page can do without. One
 * client address gets a share of each kind.
 */
export type CatalogueReads = {
  quick<T>(client: string, work: Work<T>): Promise<T>;
  search<T>(client: string, work: Work<T>): Promise<T>;
  /** Null when it would wait too long. */
  count<T>(client: string, work: Work<T>): Promise<T | null>;
  /** Looks up where a place is, which takes the processor and not the database. */
  lookup<T>(client: string, work: () => Promise<T>): Promise<T>;
};

const waiting = { waitingPerClient: READS_WAITING_PER_CLIENT, waitMilliseconds: READ_WAIT_MILLISECONDS };

export function createCatalogueReads({ db, searches, counts }: Pick<Connection, 'db' | 'searches' | 'counts'>): CatalogueReads {
  const quick = createFairQueue({ atOnce: Infinity, perClient: QUICK_READS_PER_CLIENT, ...waiting });
  // As many as there are connections: the driver would queue one more behind another on the same connection.
  const searching = createFairQueue({ atOnce: poolSizes.searches, perClient: SEARCHES_PER_CLIENT, ...waiting });
  const counting = createFairQueue({
    atOnce: poolSizes.counts,
    perClient: COUNTS_PER_CLIENT,
    ...waiting,
    waitMilliseconds: COUNT_WAIT_MILLISECONDS,
  });
  const lookingUp = createFairQueue({ atOnce: Infinity, perClient: LOOKUPS_PER_CLIENT, ...waiting });
  return {
    quick: (client, work) => quick.run(client, () => work(db)),
    search: (client, work) => searching.run(client, () => work(searches)),
    lookup: (client, work) => lookingUp.run(client, work),
    count: (client, work) => counting.runOrSkip(client, () => work(counts)),
  };
}
