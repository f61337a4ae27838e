import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import type { Load } from './deadlines.ts';

/*
 * How a statement gets from drizzle to the database, explained in docs/data-layer.md. drizzle
 * writes the text and reads the rows. In between it calls one function of ours through its proxy
 * driver, which was made for this; that function sends the statement within its deadline. So both
 * databases answer alike, and nothing inside drizzle or a driver is touched.
 */

/** One statement as it is sent. */
export type Statement = {
  text: string;
  values: unknown[];
  /** Arrays of values where drizzle names the columns itself. */
  rowsAs: 'arrays' | 'objects';
  /** Whether the server may keep it prepared. There must be few texts of that kind. */
  isKept: boolean;
};

/**
 * Sends one statement and answers with its rows. @throws DeadlineError, or the database's own error
 */
export type Run = (statement: Statement) => Promise<unknown[]>;
type RunTransaction = <T>(work: (tx: Database) => Promise<T>) => Promise<T>;

/** What a use case and its queries get: the database or the running transaction, of either kind. */
export type Database = Omit<PgDatabase<PgQueryResultHKT>, 'transaction'> & {
  /** Within a transaction: a savepoint. */
  transaction: RunTransaction;
};

export type Connection = {
  db: Database;
  /**
   * The same database over connections of their own: for searches, and for counts, which end after
   * a short time.
   */
  searches: Database;
  counts: Database;
  /** Reads that may come from a replica. */
  reads: Reads;
  kind: 'postgres' | 'embedded';
  /** Resolves when the database answers; rejects within two seconds when it doesn't. */
  ping(): Promise<void>;
  /** Hears what transactions announce with pg_notify when they commit; resolves once it does. */
  listen(channel: string, listener: Listener): Promise<void>;
  /** How busy it is now. */
  load(): Load;
  close(): Promise<void>;
};

/** Which of a connection's databases a read takes. */
export type ReadKind = 'db' | 'searches' | 'counts' | 'lists';

export type Reads = {
  /** Runs a read on a replica that has replayed everything announced so far, or on the primary. */
  run<T>(kind: ReadKind, work: (db: Database) => Promise<T>): Promise<T>;
  /** Reads that begin from now on see everything that is committed now. */
  seeAllSoFar(): void;
  /** By how many seconds each replica may be behind; null for one that is left out. */
  replicas(): (number | null)[];
};

/** The reads of a database without replicas. */
export const unreplicatedReads = (databases: Record<ReadKind, Database>): Reads => ({
  run: (kind, work) => work(databases[kind]),
  seeAllSoFar: () => {},
  replicas: () => [],
});

/** `onReconnect`: the database was gone, and announcements may have been missed. */
export type Listener = { onMessage: (payload: string) => void; onReconnect: () => void };

const runs = new WeakMap<Database, Run>();
const commits = new WeakMap<Database, CommitWith>();

/** A database, or a running transaction, whose statements are sent by `run`. */
export function createDatabase(
  run: Run,
  transaction: RunTransaction,
  sendWithCommit?: CommitWith,
): Database {
  const database = Object.assign(
    connectDrizzle(() => run, { isKept: false }),
    { transaction },
  );
  runs.set(database, run);
  if (sendWithCommit) commits.set(database, sendWithCommit);
  return database;
}

/** `send` makes the last statements of a transaction, and waits for nothing else. */
export type CommitWith = (send: () => Promise<unknown>) => Promise<void>;

/**
 * The last step of a transaction: sends these statements and the commit in one go, so that the rows
 * that they lock are free again without another round trip. Resolves before they are done. If one
 * of them fails, the transaction rejects, and nothing is committed.
 */
export async function commitWith(tx: Database, send: () => Promise<unknown>): Promise<void> {
  const sendWithCommit = commits.get(tx);
  // The embedded database has no round trips to save.
  await (sendWithCommit ? sendWithCommit(send) : send());
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
 * Sends the kept statement that is being executed. drizzle calls its driver before its `execute`
 * returns, so no other statement comes in between. Node could carry this through promises
 * (AsyncLocalStorage), but it would then follow every promise of the process.
 */
let currentRun: Run | undefined;
/** Builds statements for whichever database or transaction executes them. */
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

/** A statement with more values than this is a list of an odd length, and not worth keeping. */
export const KEPT_VALUES_MAX = 64;

/** What builds a kept statement. */
export type Builder = Pick<
  Database,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | '$with' | 'with'
>;
type Values = Record<string, unknown>;
type Prepared<Answer> = { execute(values: Values): Promise<Answer> };

/**
 * A statement that is asked often. drizzle puts it together once for the whole process, which costs
 * more than sending it, and the server parses it once per connection. Outside of transactions the
 * server still plans each execution for its own values (plan_cache_mode in open-pool.ts), because a
 * common word wants another plan than a rare one.
 * @param build returns drizzle's query, with a placeholder for each of its values
 */
export function keepStatement<Answer>(
  build: (db: Builder) => { prepare(name: string): Prepared<Answer> },
) {
  let prepared: Prepared<Answer> | undefined;
  return (db: Database, values: Values = {}): Promise<Answer> => {
    const run = runs.get(db);
    // Tests also use drizzle's own databases, to see the texts.
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
