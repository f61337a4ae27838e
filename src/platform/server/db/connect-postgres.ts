import type { Sql } from 'postgres';
import { FACET_QUERY_MAX_MILLISECONDS } from '#platform/rules/limits.ts';
import {
  type Connection,
  createDatabase,
  type Database,
  type Listener,
  type Run,
} from './database.ts';
import { counted, type Deadlines, inTurn, noLoad, within } from './deadlines.ts';
import { migratePostgres } from './migrate.ts';
import { type Address, openPool, type PoolOptions, runOn } from './open-pool.ts';
import { runLimited, runTransaction } from './run-transaction.ts';

/**
 * A transaction that waits for a lock holds its connection, and must not keep others from reading.
 * A connection pipelines queries, so few are enough. Slow searches and counts have their own, each
 * for one query at a time (server/catalogue-reads.ts). At most as many lists are slow as there are
 * search connections, so the rest serves quick ones. Pings have one, so that the server stays ready
 * under load.
 */
export const poolSizes = {
  queries: 6,
  transactions: 10,
  searches: 4,
  counts: 2,
  lists: 6,
  pings: 1,
};

const DEADLINES: Deadlines = { queryMilliseconds: 3000, connectionMilliseconds: 1800 };
const PING_MILLISECONDS = 1500;

type Options = {
  pools?: Partial<typeof poolSizes>;
  deadlines?: Deadlines;
  /** For LISTEN and migrations, which need a session, if the other URL leads to a pooler. */
  directUrl?: string | undefined;
};

export async function connectPostgres(
  url: string,
  { pools = {}, deadlines = DEADLINES, directUrl }: Options = {},
): Promise<Connection> {
  await migratePostgres(directUrl ?? url);
  const isPooled = directUrl !== undefined;
  const sizes = { ...poolSizes, ...pools };
  const pooled = openPools({ url, isPooled }, { sizes, deadlines });
  const { transactions, pings } = pooled;
  const listener = openPool({ url: directUrl ?? url }, { max: 1, deadlines });
  const load = noLoad();
  const transaction = <T>(work: (tx: Database) => Promise<T>) =>
    inTurn<Database, T>((run) => runTransaction(transactions, run, deadlines), {
      load,
      work,
      what: 'getting a connection',
      milliseconds: deadlines.connectionMilliseconds,
    });
  const databaseOn = (run: Run) =>
    createDatabase((statement) => counted(load, 'queries', run(statement)), transaction);
  const limited = { deadlines, statementMilliseconds: FACET_QUERY_MAX_MILLISECONDS };
  const runCount = isPooled ? runLimited(pooled.counts, limited) : runOn(pooled.counts, deadlines);
  return {
    db: databaseOn(runOn(pooled.queries, deadlines)),
    searches: databaseOn(runOn(pooled.searches, deadlines)),
    counts: databaseOn(runCount),
    lists: databaseOn(runOn(pooled.lists, deadlines)),
    kind: 'postgres',
    load: () => load,
    ping: async () => {
      await within(pings`select 1`, { what: 'ping', milliseconds: PING_MILLISECONDS });
    },
    listen: (channel, heard) => listenOn(listener, { channel, ...heard }),
    close: async () => {
      const all = [...Object.values(pooled), listener];
      await Promise.all(all.map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

type Sizes = { sizes: typeof poolSizes; deadlines: Deadlines };

function openPools(address: Address, { sizes, deadlines }: Sizes) {
  const open = (kind: keyof typeof poolSizes, options: Partial<PoolOptions> = {}) =>
    openPool(address, { max: sizes[kind], deadlines, ...options });
  return {
    queries: open('queries'),
    // Transactions find rows by key, so planning takes longer than execution.
    transactions: open('transactions', { planCacheMode: 'auto' }),
    searches: open('searches'),
    counts: open('counts', { statementMilliseconds: FACET_QUERY_MAX_MILLISECONDS }),
    lists: open('lists', { planCacheMode: 'force_generic_plan' }),
    pings: open('pings'),
  };
}

async function listenOn(
  pool: Sql,
  { channel, onMessage, onReconnect }: Listener & { channel: string },
) {
  let isFirst = true;
  await pool.listen(channel, onMessage, () => {
    if (!isFirst) onReconnect();
    isFirst = false;
  });
}
