import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { citext } from '@electric-sql/pglite/contrib/citext';
import { cube } from '@electric-sql/pglite/contrib/cube';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { FACET_QUERY_MAX_MILLISECONDS } from '#shared/limits.ts';
import { counted, DeadlineError, type Deadlines, type Load, noLoad, withDeadlines, within } from './deadlines.ts';
import { lockFolder } from './folder-lock.ts';
import { migrateEmbedded, migratePostgres } from './migrate.ts';
import { poolSizes } from './pool-sizes.ts';
import { writeText } from './writable-values.ts';

/** What a use case and its queries get: the database, or the running transaction, of either kind. */
export type Database = PgDatabase<PgQueryResultHKT>;

export type Connection = {
  db: Database;
  /** The same database over connections of their own: for searches, and for counts, which end after a short time. */
  searches: Database;
  counts: Database;
  kind: 'postgres' | 'embedded';
  /** Resolves when the database answers; rejects within two seconds when it doesn't. */
  ping(): Promise<void>;
  /** Hears what transactions announce with pg_notify when they commit; resolves once it does. */
  listen(channel: string, listener: Listener): Promise<void>;
  /** How busy it is now. */
  load(): Load;
  close(): Promise<void>;
};

/** `onReconnect`: the database was gone, and what was announced meanwhile is not heard any more. */
export type Listener = { onMessage: (payload: string) => void; onReconnect: () => void };

const PING_MILLISECONDS = 1500;
/** The server's own limit lies below ours, so that a slow query is ended there and its connection is good again. */
const STATEMENT_TIMEOUT_MILLISECONDS = 2500;
const DEADLINES: Deadlines = { queryMilliseconds: 3000, connectionMilliseconds: 1800 };
/** Each try turns one waiting query away, so tries have to be quick for all to hear it within two seconds. */
const RECONNECT_SECONDS = 0.1;

/** Connects to PostgreSQL 15 or later and brings its schema up to date. */
export async function connectPostgres(
  url: string,
  { pools = {}, deadlines = DEADLINES }: { pools?: Partial<typeof poolSizes>; deadlines?: Deadlines } = {},
): Promise<Connection> {
  await migratePostgres(url);
  const sizes = { ...poolSizes, ...pools };
  const queries = openPool(url, sizes.queries, deadlines);
  const transactions = openPool(url, sizes.transactions, deadlines);
  const searches = openPool(url, sizes.searches, deadlines);
  const counts = openPool(url, sizes.counts, deadlines, FACET_QUERY_MAX_MILLISECONDS);
  // Whether the server is ready is no question of how much others ask of it.
  const pings = openPool(url, 1, deadlines);
  const load = noLoad();
  const db = drizzlePostgres(withDeadlines({ queries, transactions }, deadlines, load));
  await learnTypes(queries);
  writeText(queries);
  // How values are read and written, which drizzle has just told the one that it knows.
  for (const pool of [transactions, searches, counts, pings]) {
    Object.assign(pool.options.parsers, queries.options.parsers);
    Object.assign(pool.options.serializers, queries.options.serializers);
    pool.options.fetch_types = false;
  }
  return {
    db,
    searches: drizzlePostgres(withDeadlines({ queries: searches, transactions }, deadlines, load)),
    counts: drizzlePostgres(withDeadlines({ queries: counts, transactions }, deadlines, load)),
    kind: 'postgres',
    load: () => load,
    ping: async () => {
      await within(pings`select 1`, { what: 'ping', milliseconds: PING_MILLISECONDS });
    },
    listen: async (channel, { onMessage, onReconnect }) => {
      let isFirst = true;
      await queries.listen(channel, onMessage, () => {
        if (!isFirst) onReconnect();
        isFirst = false;
      });
    },
    close: async () => {
      await Promise.all([queries, transactions, searches, counts, pings].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}

function openPool(url: string, max: number, deadlines: Deadlines, statementMilliseconds = STATEMENT_TIMEOUT_MILLISECONDS): Sql {
  return postgres(url, {
    max,
    connect_timeout: deadlines.connectionMilliseconds / 1000,
    // postgres.js would wait up to twenty seconds between tries: too long to be well again ten seconds after the database is.
    backoff: () => RECONNECT_SECONDS,
    // No query here is long enough to win back what compiling it costs.
    connection: {
      statement_timeout: statementMilliseconds,
      jit: false,
      // A kept statement is planned for its values all the same: see reuse-query.ts.
      plan_cache_mode: 'force_custom_plan',
      application_name: 'sokoshamba',
      TimeZone: 'UTC',
    },
    onnotice: () => {},
  });
}

/**
 * Has the driver ask once which types are lists, and never again: it would ask on each new connection, outside of any promise, and
 * a database that has no answer just then (too slow, say) would end the process.
 */
async function learnTypes(pool: Sql) {
  await pool`select 1`;
  pool.options.fetch_types = false;
}

/** Opens the embedded database in a folder; in memory without one (tests). Refuses a folder that another process has open. */
export async function openEmbedded(folder?: string): Promise<Connection> {
  if (folder && !existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = folder ? await lockFolder(folder) : async () => {};
  const extensions = { citext, pg_trgm, cube };
  const client = await PGlite.create(folder ? { dataDir: join(folder, 'db'), extensions } : { extensions });
  // Names this folder in SQL: a copy of it has another number or another birth (payments/paying-database.ts).
  if (folder) await client.query("select set_config('sokoshamba.folder', $1, false)", [folderIdentity(join(folder, 'db'))]);
  const load = noLoad();
  const db = drizzlePglite(withAcquisitionDeadline(client, DEADLINES, load));
  await migrateEmbedded(drizzlePglite(client));
  return {
    db,
    searches: db,
    counts: db,
    kind: 'embedded',
    load: () => load,
    ping: async () => {
      await within(client.query('select 1'), { what: 'ping', milliseconds: PING_MILLISECONDS });
    },
    listen: async (channel, { onMessage }) => {
      await client.listen(channel, onMessage);
    },
    close: async () => {
      await client.close();
      await unlock();
    },
  };
}

function folderIdentity(folder: string): string {
  const { ino, birthtimeNs } = statSync(folder, { bigint: true });
  return `${ino}.${birthtimeNs}`;
}

/** The embedded database has one connection: whoever waits for it too long is told so, and never runs late. */
function withAcquisitionDeadline(
  client: PGlite,
  { connectionMilliseconds: milliseconds, queryMilliseconds }: Deadlines,
  load: Load,
): PGlite {
  const transaction = <T>(work: (tx: never) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let tooLate = false;
      const late = () => new DeadlineError('getting hold of the embedded database', milliseconds);
      const timer = setTimeout(() => {
        tooLate = true;
        reject(late());
      }, milliseconds);
      client
        .transaction(async (tx) => {
          clearTimeout(timer);
          if (tooLate) throw late();
          return counted(load, 'transactions', work(tx as never));
        })
        .then((value) => resolve(value as T), reject)
        .finally(() => clearTimeout(timer));
    });
  const query = (...parameters: Parameters<PGlite['query']>) =>
    counted(load, 'queries', within(client.query(...parameters), { what: 'query', milliseconds: queryMilliseconds }));
  // drizzle's session calls these two; the cast says that the rest is not there.
  return { query, transaction } as unknown as PGlite;
}
