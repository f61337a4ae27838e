import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import type { Load } from './deadlines.ts';

/*
 * How a statement gets from drizzle to the database (see docs/data-layer.md). drizzle builds the
 * text and maps the rows. In between, its proxy driver calls one function of ours, which sends the
 * statement with a timeout. So both databases behave alike, without patches of drizzle or a driver.
 */

export type Statement = {
  text: string;
  values: unknown[];
  /** drizzle expects arrays for queries whose columns it names itself. */
  rowsAs: 'arrays' | 'objects';
  /**
   * Whether the server may keep the statement prepared. There must be few different texts of this
   * kind.
   */
  isKept: boolean;
};

/**
 * Sends one statement and returns its rows.
 * @throws DeadlineError, or the database's own error
 */
export type Run = (statement: Statement) => Promise<unknown[]>;
type RunTransaction = <T>(work: (tx: Database) => Promise<T>) => Promise<T>;

/**
 * The argument of use cases and queries: the database or a running transaction, embedded or not.
 */
export type Database = Omit<PgDatabase<PgQueryResultHKT>, 'transaction'> & {
  /** Within a transaction: a savepoint. */
  transaction: RunTransaction;
};

export type Connection = {
  db: Database;
  /**
   * The same database over separate connections: for searches, for counts, which have a short
   * timeout, and for lists, whose statements are planned once.
   */
  searches: Database;
  counts: Database;
  lists: Database;
  kind: 'postgres' | 'embedded';
  /** Resolves when the database responds. Rejects within two seconds if it doesn't. */
  ping(): Promise<void>;
  /**
   * Subscribes to the pg_notify messages that transactions send on commit. Resolves once
   * subscribed.
   */
  listen(channel: string, listener: Listener): Promise<void>;
  load(): Load;
  close(): Promise<void>;
};

/** `onReconnect`: the connection was lost, so messages may have been missed. */
export type Listener = { onMessage: (payload: string) => void; onReconnect: () => void };

const runs = new WeakMap<Database, Run>();

/** A database, or a running transaction, that sends its statements through `run`. */
export function createDatabase(run: Run, transaction: RunTransaction): Database {
  const database = Object.assign(
    connectDrizzle(() => run, { isKept: false }),
    { transaction },
  );
  runs.set(database, run);
  return database;
}

export type Interception = {
  /** Replaces each statement, and may send it. */
  statement(send: () => Promise<unknown[]>): Promise<unknown[]>;
  beforeCommit(): void;
  afterCommit(): void;
};

/**
 * The same database, with an interception for each transaction and one for the statements outside
 * of them. Simulations let a database fail in this way.
 */
export function interceptDatabase(
  db: Database,
  intercept: (isTransaction: boolean) => Interception,
): Database {
  const runOf = (one: Database): Run => {
    const run = runs.get(one);
    if (!run) throw new Error('Only what createDatabase made can be intercepted');
    return run;
  };
  const through = (inner: Database, interception: Interception, transaction: RunTransaction) => {
    const run = runOf(inner);
    return createDatabase((statement) => interception.statement(() => run(statement)), transaction);
  };
  const within = (tx: Database, interception: Interception): Database =>
    through(tx, interception, (work) =>
      tx.transaction((inner) => work(within(inner, interception))),
    );
  return through(db, intercept(false), async (work) => {
    const interception = intercept(true);
    const answer = await db.transaction(async (tx) => {
      const done = await work(within(tx, interception));
      interception.beforeCommit();
      return done;
    });
    interception.afterCommit();
    return answer;
  });
}

const connectDrizzle = (findRun: () => Run, { isKept }: { isKept: boolean }) =>
  drizzle(async (text, values, method) => ({
    rows: await findRun()({
      text,
      values,
      rowsAs: method === 'all' ? 'arrays' : 'objects',
      isKept,
    }),
  }));

/**
 * Sends the kept statement that is being executed. drizzle calls its driver before `execute`
 * returns, so no other statement comes in between. AsyncLocalStorage could carry this too, but it
 * would then follow every promise of the process.
 */
let currentRun: Run | undefined;
/** Builds statements for any database or transaction that executes them. */
const builder = connectDrizzle(
  () => {
    if (!currentRun)
      throw new Error(
        'A kept statement is sent while it is executed, and by calling what keepStatement returned',
      );
    return currentRun;
  },
  { isKept: true },
);

export type Builder = Pick<
  Database,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | '$with' | 'with'
>;
type Values = Record<string, unknown>;
type Prepared<Answer> = { execute(values: Values): Promise<Answer> };

/**
 * A frequent statement. drizzle builds it once per process, which costs more than sending it, and
 * the server parses it once per connection. Outside of transactions the server still plans each
 * execution for its own values (plan_cache_mode in open-pool.ts), because a common word needs
 * another plan than a rare one.
 * @param build returns drizzle's query, with a placeholder for each of its values
 */
export function keepStatement<Answer>(
  build: (db: Builder) => { prepare(name: string): Prepared<Answer> },
) {
  let prepared: Prepared<Answer> | undefined;
  return (db: Database, values: Values = {}): Promise<Answer> => {
    const run = runs.get(db);
    // Tests also use drizzle's own databases, to inspect the SQL.
    if (!run) return build(db).prepare('kept').execute(values);
    prepared ??= build(builder).prepare('kept');
    currentRun = run;
    try {
      return prepared.execute(values);
    } finally {
      currentRun = undefined;
    }
  };
}
