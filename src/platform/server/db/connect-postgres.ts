import type { Sql } from 'postgres';
import { FACET_QUERY_MAX_MILLISECONDS } from '#platform/rules/limits.ts';
import {
  type Connection,
  createDatabase,
  type Database,
  type Listener,
  type Run,
  unreplicatedReads,
} from './database.ts';
import { hostUrls } from './database-urls.ts';
import { counted, type Deadlines, inTurn, type Load, noLoad, within } from './deadlines.ts';
import { migratePostgres } from './migrate.ts';
import { type Address, openPool, type PoolOptions, runOn } from './open-pool.ts';
import { followPrimary } from './primary.ts';
import { openReplicatedReads } from './replicated-reads.ts';
import { runLimited, runTransaction } from './run-transaction.ts';
import { socketsTo } from './sockets.ts';

/**
 * The number of connections for each kind of work. Transactions that wait for the same product's
 * lock hold a connection each, and must not keep other requests from reading. A connection
 * pipelines queries, so a few connections keep the database busy; more would only add context
 * switches. Searches and counts can be slow, so they have their own connections, each used for one
 * query at a time (server/catalogue-reads.ts). Lists with a generic plan have their own too. At
 * most as many of them are slow as there are search connections, so the rest serves quick lists.
 * Pings have one, so that the server stays ready under load.
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
  /** Standbys that serve reads of the catalogue. */
  replicaUrls?: string[];
  /**
   * A direct connection for LISTEN and migrations, which need a session of their own, if the other
   * URL leads to a pooler (PgBouncer).
   */
  directUrl?: string | undefined;
  /** Called with the host that replaced another one as the primary. */
  onNewPrimary?: (host: string) => void;
};

/**
 * Connects to PostgreSQL 15 or later and migrates its schema. If a URL names several hosts, follows
 * the primary among them.
 */
export async function connectPostgres(
  url: string,
  {
    pools = {},
    deadlines = DEADLINES,
    replicaUrls = [],
    directUrl,
    onNewPrimary = () => {},
  }: Options = {},
): Promise<Connection> {
  const direct = await findAddress(directUrl ?? url, onNewPrimary);
  await migratePostgres(direct.url, direct.socket).catch(async (error) => {
    await direct.close();
    throw error;
  });
  const address = directUrl ? { ...(await findAddress(url, () => {})), isPooled: true } : direct;
  const sizes = { ...poolSizes, ...pools };
  const pooled = openPools(address, { sizes, deadlines });
  const { transactions, pings } = pooled;
  const listener = openPool(direct, { max: 1, deadlines });
  const load = noLoad();
  const transaction = <T>(work: (tx: Database) => Promise<T>) =>
    inTurn<Database, T>((run) => runTransaction(transactions, run, deadlines), {
      load,
      work,
      what: 'getting a connection',
      milliseconds: deadlines.connectionMilliseconds,
    });
  const shared = { deadlines, load };
  const databases = databasesOn(pooled, { ...shared, transaction, isPooled: !!directUrl });
  const standbys = replicaUrls.map((replica) => openStandby(replica, { ...shared, sizes }));
  const replicated =
    standbys.length > 0 ? openReplicatedReads({ databases, sql: listener }, standbys) : null;
  return {
    ...databases,
    reads: replicated ?? unreplicatedReads(databases),
    kind: 'postgres',
    load: () => load,
    ping: async () => {
      await within(pings`select 1`, { what: 'ping', milliseconds: PING_MILLISECONDS });
    },
    listen: (channel, heard) => listenOn(listener, { channel, ...heard }),
    close: async () => {
      await replicated?.stop();
      const pools = [pooled, ...standbys.map((standby) => standby.pools)].flatMap(Object.values);
      await Promise.all([...pools, listener].map((pool) => pool.end({ timeout: 5 })));
      await Promise.all([address.close(), direct.close()]);
    },
  };
}

type Sizes = { sizes: typeof poolSizes; deadlines: Deadlines };

function openPools(address: Address, { sizes, deadlines }: Sizes) {
  const open = (kind: keyof typeof poolSizes, options: Partial<PoolOptions> = {}) =>
    openPool(address, { max: sizes[kind], deadlines, ...options });
  return {
    queries: open('queries'),
    // Transactions find rows by key, whatever the values are. Planning each time takes longer than
    // execution.
    transactions: open('transactions', { planCacheMode: 'auto' }),
    searches: open('searches'),
    counts: open('counts', { statementMilliseconds: FACET_QUERY_MAX_MILLISECONDS }),
    lists: open('lists', { planCacheMode: 'force_generic_plan' }),
    pings: open('pings'),
  };
}

type On = {
  deadlines: Deadlines;
  load: Load;
  transaction: <T>(work: (tx: Database) => Promise<T>) => Promise<T>;
  isPooled?: boolean;
};

function databasesOn(
  { queries, searches, counts, lists }: ReturnType<typeof openPools>,
  { deadlines, load, transaction, isPooled }: On,
) {
  const databaseOn = (run: Run) =>
    createDatabase((statement) => counted(load, 'queries', run(statement)), transaction);
  const limited = { deadlines, statementMilliseconds: FACET_QUERY_MAX_MILLISECONDS };
  return {
    db: databaseOn(runOn(queries, deadlines)),
    searches: databaseOn(runOn(searches, deadlines)),
    counts: databaseOn(isPooled ? runLimited(counts, limited) : runOn(counts, deadlines)),
    lists: databaseOn(runOn(lists, deadlines)),
  };
}

function openStandby(url: string, { load, ...options }: Sizes & { load: Load }) {
  const sockets = socketsTo(url);
  const pools = openPools({ url, socket: sockets.open }, options);
  const databases = databasesOn(pools, {
    load,
    deadlines: options.deadlines,
    transaction: () => Promise.reject(new Error('A replica is only read, without transactions')),
  });
  return { databases, sql: pools.pings, endSockets: sockets.endAll, pools };
}

type Found = Address & { close(): Promise<void> };

async function findAddress(url: string, onNewPrimary: (host: string) => void): Promise<Found> {
  const hosts = hostUrls(url);
  return hosts.length > 1 ? followPrimary(hosts, onNewPrimary) : { url, close: async () => {} };
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
