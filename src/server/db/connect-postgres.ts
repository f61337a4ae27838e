import { parsePgArray } from 'drizzle-orm/pg-core';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { FACET_QUERY_MAX_MILLISECONDS } from '#shared/limits.ts';
import { type Connection, createDatabase, type Database, type Run } from './database.ts';
import { counted, DeadlineError, type Deadlines, inTurn, noLoad, within } from './deadlines.ts';
import { migratePostgres } from './migrate.ts';
import { textValues } from './text-values.ts';
import { isConnectionGone } from './unavailable.ts';

/**
 * How many connections each kind of work has. Transactions that wait for the same product's lock, each with a connection, must not keep
 * others from reading. A connection takes queries one after the other without waiting for answers, so a few keep the database busy, and
 * more would only make its processes interrupt each other. Searches and counts can be slow, so they have connections of their own, each
 * used for one query at a time (products/catalogue-reads.ts). A ping says whether the server is ready, however much others ask of it.
 */
export const poolSizes = { queries: 6, transactions: 10, searches: 4, counts: 2, pings: 1 };

const DEADLINES: Deadlines = { queryMilliseconds: 3000, connectionMilliseconds: 1800 };
const PING_MILLISECONDS = 1500;
/** The server's own limit lies below ours, so that a slow query is ended there and its connection is good again. */
const STATEMENT_TIMEOUT_MILLISECONDS = 2500;
/** postgres.js would wait up to twenty seconds between tries. Each try fails one waiting query, so tries have to be quick. */
const RECONNECT_SECONDS = 0.1;
/** A statement with more values than this is a list of an odd length, and not worth keeping. */
const KEPT_VALUES_MAX = 64;

const asIs = (value: string) => value;
/** Values are text already (text-values.ts). Moments and days stay text, which drizzle's columns read. */
const types = {
  moment: { to: 1184, from: [1082, 1083, 1114, 1184, 1182, 1185, 1115, 1231], serialize: asIs, parse: asIs },
  json: { to: 3802, from: [114, 3802], serialize: asIs, parse: JSON.parse },
  boolean: { to: 16, from: [16], serialize: asIs, parse: (value: string) => value === 't' },
  numbers: { to: 1007, from: [1007, 1022], serialize: asIs, parse: (value: string) => parsePgArray(value).map(Number) },
  texts: { to: 1009, from: [1009], serialize: asIs, parse: parsePgArray },
};

type Options = { pools?: Partial<typeof poolSizes>; deadlines?: Deadlines };

/** Connects to PostgreSQL 15 or later and brings its schema up to date. */
export async function connectPostgres(url: string, { pools = {}, deadlines = DEADLINES }: Options = {}): Promise<Connection> {
  await migratePostgres(url);
  const sizes = { ...poolSizes, ...pools };
  const open = (kind: keyof typeof poolSizes, statementMilliseconds?: number) =>
    openPool(url, { max: sizes[kind], deadlines, statementMilliseconds });
  const [queries, transactions, searches, pings] = [open('queries'), open('transactions'), open('searches'), open('pings')];
  const counts = open('counts', FACET_QUERY_MAX_MILLISECONDS);
  const load = noLoad();
  const transaction = <T>(work: (tx: Database) => Promise<T>) =>
    inTurn<Database, T>((run) => runTransaction(transactions, run, deadlines), {
      load,
      work,
      what: 'getting a connection',
      milliseconds: deadlines.connectionMilliseconds,
    });
  const databaseOn = (pool: Sql) => {
    const run = runOn(pool, deadlines);
    return createDatabase((statement) => counted(load, 'queries', run(statement)), transaction);
  };
  return {
    db: databaseOn(queries),
    searches: databaseOn(searches),
    counts: databaseOn(counts),
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

type PoolOptions = { max: number; deadlines: Deadlines; statementMilliseconds?: number | undefined };

function openPool(url: string, { max, deadlines, statementMilliseconds = STATEMENT_TIMEOUT_MILLISECONDS }: PoolOptions) {
  return postgres(url, {
    max,
    types,
    // The driver would ask on each new connection, outside of any promise, which types are lists; an error there ends the process.
    fetch_types: false,
    connect_timeout: deadlines.connectionMilliseconds / 1000,
    backoff: () => RECONNECT_SECONDS,
    connection: {
      statement_timeout: statementMilliseconds,
      // No query here is long enough to win back what compiling it costs.
      jit: false,
      plan_cache_mode: 'force_custom_plan',
      application_name: 'sokoshamba',
      TimeZone: 'UTC',
    },
    onnotice: () => {},
  });
}

type OnLate = (error: DeadlineError) => void;

/**
 * Rows are collected one by one. The driver fills its own array from a counter of the connection, which a statement that fails after its
 * first rows leaves where it was: the next answer on that connection would begin with holes (postgres.js 3.4.9, its issues 1119 and 1181).
 */
const runOn =
  (client: Pick<Sql | TransactionSql, 'unsafe'>, { queryMilliseconds: milliseconds }: Deadlines, onLate?: OnLate): Run =>
  async ({ text, values, rowsAs, isKept }) => {
    const pending = client.unsafe(text, textValues(values), { prepare: isKept && values.length <= KEPT_VALUES_MAX });
    const rows: unknown[] = [];
    const collected = (rowsAs === 'arrays' ? pending.values() : pending).forEach((row: unknown) => void rows.push(row));
    await within(collected, { what: 'query', milliseconds, onLate });
    return rows;
  };

/** Once the server is silent or the connection gone, it rejects at once, whatever the driver still waits for. */
function runTransaction<T>(pool: Sql, work: (tx: Database) => Promise<T>, deadlines: Deadlines): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let commitTimer: NodeJS.Timeout | undefined;
    const milliseconds = deadlines.queryMilliseconds;
    pool
      .begin(async (tx) => {
        try {
          const result = await work(transactionDatabase(tx, { deadlines, onLate: reject, isOver: () => isOver }));
          commitTimer = setTimeout(() => reject(new DeadlineError('commit', milliseconds)), milliseconds);
          return result;
        } catch (error) {
          if (!isOver && !isConnectionGone(error)) throw error;
          // postgres.js would now write "rollback" to a socket that it has let go, outside of any promise, and end the process
          // (its issues 1154 and 1208). The server has rolled back already, so this promise may stay unsettled.
          reject(error);
          return new Promise<never>(() => {});
        }
      })
      .finally(() => {
        isOver = true;
        clearTimeout(commitTimer);
      })
      // The driver's type says that lists of promises would be awaited; a use case returns none.
      .then((value) => resolve(value as T), reject);
  });
}

type Running = { deadlines: Deadlines; onLate: OnLate; isOver: () => boolean };

function transactionDatabase(tx: TransactionSql, running: Running): Database {
  const run = runOn(tx, running.deadlines, running.onLate);
  return createDatabase(
    (statement) => {
      if (running.isOver()) throw new DeadlineError('a transaction whose connection is gone', 0);
      // Transactions ask little but the same texts, so the server keeps them all.
      return run({ ...statement, isKept: true });
    },
    async (work) =>
      (await tx.savepoint((inner) => work(transactionDatabase(inner, running)))) as Awaited<ReturnType<typeof work>>,
  );
}
