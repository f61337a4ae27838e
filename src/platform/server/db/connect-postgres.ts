import { parsePgArray } from 'drizzle-orm/pg-core';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { FACET_QUERY_MAX_MILLISECONDS } from '#rules/limits.ts';
import {
  type Connection,
  createDatabase,
  KEPT_VALUES_MAX,
  type Listener,
  type Run,
  textValues,
} from '../database.ts';
import {
  counted,
  DeadlineError,
  type Deadlines,
  hasCode,
  inTurn,
  isConnectionGone,
  noLoad,
  within,
} from './deadlines.ts';
import { migratePostgres } from './migrate.ts';

/**
 * A transaction that waits for a lock holds its connection, and must not keep others from reading.
 * A connection pipelines queries, so few are enough. Slow searches and counts have their own, each
 * for one query at a time (products/server/browse.ts). At most as many lists are slow as there are
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

/** Below our own limit, so that the connection of a slow query stays usable. */
const STATEMENT_TIMEOUT_MILLISECONDS = 2500;

/** Each attempt fails one waiting query. postgres.js would wait up to twenty seconds. */
const RECONNECT_SECONDS = 0.1;

/** The rows are read through an index in memory. */
const IN_MEMORY = { random_page_cost: 1.1 };

const asIs = (value: string) => value;
const types = {
  moment: {
    to: 1184,
    from: [1082, 1083, 1114, 1184, 1182, 1185, 1115, 1231],
    serialize: asIs,
    parse: asIs,
  },
  json: { to: 3802, from: [114, 3802], serialize: asIs, parse: JSON.parse },
  boolean: { to: 16, from: [16], serialize: asIs, parse: (value: string) => value === 't' },
  numbers: {
    to: 1007,
    from: [1007, 1022],
    serialize: asIs,
    parse: (value: string) => parsePgArray(value).map(Number),
  },
  texts: { to: 1009, from: [1009], serialize: asIs, parse: parsePgArray },
};

type Address = {
  url: string;
  /** A pooler may send each transaction over another connection. */
  isPooled?: boolean;
};

type PoolOptions = {
  max: number;
  deadlines: Deadlines;
  statementMilliseconds?: number | undefined;
  /** 'force_generic_plan' is for statements for which one plan suits all values. */
  planCacheMode?: 'force_custom_plan' | 'auto' | 'force_generic_plan';
};

function openPool(
  { url, isPooled }: Address,
  {
    max,
    deadlines,
    statementMilliseconds = STATEMENT_TIMEOUT_MILLISECONDS,
    planCacheMode = 'force_custom_plan',
  }: PoolOptions,
): Sql {
  return postgres(url, {
    max,
    types,
    // Otherwise the driver asks for array types, and an error there ends the process.
    fetch_types: false,
    connect_timeout: deadlines.connectionMilliseconds / 1000,
    backoff: () => RECONNECT_SECONDS,
    connection: {
      statement_timeout: statementMilliseconds,
      // A string, because the driver omits false.
      jit: 'off',
      plan_cache_mode: planCacheMode,
      // PgBouncer refuses settings that its file does not name, and has no generic plans.
      ...(planCacheMode === 'force_generic_plan' && !isPooled && IN_MEMORY),
      application_name: 'sokoshamba',
      TimeZone: 'UTC',
    },
    onnotice: () => {},
    // PgBouncer handles prepared statements since 1.21.
    ...(isPooled && !keepsStatements(url) && { prepare: false }),
  });
}

const keepsStatements = (url: string) => new URL(url).searchParams.get('prepare') === 'true';

type OnLate = (error: DeadlineError) => void;

/**
 * After a statement that fails after its first rows, the driver's own array begins with holes
 * (postgres.js 3.4.9, its issues 1119 and 1181).
 */
const runOn =
  (
    client: Pick<Sql | TransactionSql, 'unsafe'>,
    { queryMilliseconds: milliseconds }: Deadlines,
    onLate?: OnLate,
  ): Run =>
  async ({ text, values, rowsAs, isKept }) => {
    const pending = client.unsafe(text, textValues(values), {
      prepare: isKept && values.length <= KEPT_VALUES_MAX,
    });
    const rows: unknown[] = [];
    const collected = (rowsAs === 'arrays' ? pending.values() : pending).forEach(
      (row: unknown) => void rows.push(row),
    );
    await within(collected, { what: 'query', milliseconds, onLate });
    return rows;
  };

/** Rejects when the server is silent or the connection is gone, even if the driver still waits. */
const runTransaction = <T>(
  pool: Sql,
  work: (tx: Database) => Promise<T>,
  deadlines: Deadlines,
): Promise<T> => begin(pool, (tx, running) => work(transactionDatabase(tx, running)), deadlines);

const runLimited =
  (
    pool: Sql,
    { deadlines, statementMilliseconds }: { deadlines: Deadlines; statementMilliseconds: number },
  ): Run =>
  (statement) =>
    begin(
      pool,
      async (tx, { onLate }) => {
        const run = runOn(tx, deadlines, onLate);
        await run({
          text: `set local statement_timeout = ${statementMilliseconds}`,
          values: [],
          rowsAs: 'objects',
          isKept: false,
        });
        return run(statement);
      },
      deadlines,
    );

type Running = { deadlines: Deadlines; onLate: OnLate; isOver: () => boolean };
type Work<T> = (tx: TransactionSql, running: Running) => Promise<T>;

function begin<T>(pool: Sql, work: Work<T>, deadlines: Deadlines): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    let commitTimer: NodeJS.Timeout | undefined;
    const milliseconds = deadlines.queryMilliseconds;
    pool
      .begin(async (tx) => {
        try {
          const result = await work(tx, { deadlines, onLate: reject, isOver: () => isOver });
          commitTimer = setTimeout(
            () => reject(new DeadlineError('commit', milliseconds)),
            milliseconds,
          );
          return result;
        } catch (error) {
          if (!isOver && !isConnectionGone(error)) throw error;
          // postgres.js would write "rollback" to a released socket and end the process (its issues
          // 1154 and 1208). The server has already rolled back.
          reject(error);
          return new Promise<never>(() => {});
        }
      })
      .finally(() => {
        isOver = true;
        clearTimeout(commitTimer);
      })
      .then((value) => resolve(value as T), reject);
  });
}

/** The first statement that failed has the real error. */
const AFTER_AN_ERROR = new Set(['25P02']);

function transactionDatabase(tx: TransactionSql, running: Running): Database {
  const run = runOn(tx, running.deadlines, running.onLate);
  let firstError: unknown;
  return createDatabase(
    (statement) => {
      if (running.isOver()) throw new DeadlineError('a transaction whose connection is gone', 0);
      return run({ ...statement, isKept: true }).catch((error) => {
        firstError ??= error;
        throw hasCode(error, AFTER_AN_ERROR) ? firstError : error;
      });
    },
    async (work) =>
      (await tx.savepoint((inner) => work(transactionDatabase(inner, running)))) as Awaited<
        ReturnType<typeof work>
      >,
  );
}
