/* docs/data-layer.md explains the way from drizzle to the database. */

import { type AnyColumn, sql } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { type Load, retryConflict } from './db/deadlines.ts';

export type Statement = {
  text: string;
  values: unknown[];
  rowsAs: 'arrays' | 'objects';
  /** Kept prepared by the server. There must be few of them. */
  isKept: boolean;
};

/** With more values, a statement has a list of arbitrary length, and is not kept. */
export const KEPT_VALUES_MAX = 64;

export type Run = (statement: Statement) => Promise<unknown[]>;
type RunTransaction = <T>(work: (tx: Database) => Promise<T>) => Promise<T>;

declare global {
  type Database = Omit<PgDatabase<PgQueryResultHKT>, 'transaction'> & {
    transaction: RunTransaction;
  };
}

export const retryTransaction = <T>(
  db: Database,
  work: (tx: Database) => Promise<T>,
  isRetried?: (error: unknown) => boolean,
): Promise<T> => retryConflict(() => db.transaction(work), isRetried);

export type Connection = {
  db: Database;
  /** Separate connections. Counts have a short timeout, and lists are planned once. */
  searches: Database;
  counts: Database;
  lists: Database;
  kind: 'postgres' | 'embedded';
  /** Rejects after two seconds. */
  ping(): Promise<void>;
  listen(channel: string, listener: Listener): Promise<void>;
  load(): Load;
  close(): Promise<void>;
};

/** `onReconnect`: messages may have been missed. */
export type Listener = { onMessage: (payload: string) => void; onReconnect: () => void };

const runs = new WeakMap<Database, Run>();

export function createDatabase(run: Run, transaction: RunTransaction): Database {
  const database = Object.assign(
    connectDrizzle(() => run, { isKept: false }),
    { transaction },
  );
  runs.set(database, run);
  return database;
}

export type Interception = {
  statement(send: () => Promise<unknown[]>, text: string): Promise<unknown[]>;
  beforeCommit(): void;
  afterCommit(): void;
};

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
    return createDatabase(
      (statement) => interception.statement(() => run(statement), statement.text),
      transaction,
    );
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

/** Until the transaction ends, no other one gets a lock of this name. */
export async function lockName(tx: Database, name: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Equal, for a list in the order of an index (column, id): with `order by column desc, id desc`
 * PostgreSQL cannot walk along the ids of the whole table instead, which takes long for somebody
 * whose rows are old.
 */
export const isOnly = (column: AnyColumn, id: number) => sql`${column} = any(array[${id}::int])`;

/** drizzle calls its driver before `execute` returns, so no other statement comes in between. */
let currentRun: Run | undefined;
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

type Builder = Pick<
  Database,
  'select' | 'selectDistinctOn' | 'insert' | 'update' | 'delete' | '$with' | 'with'
>;
type Values = Record<string, unknown>;
type Prepared<Answer> = { execute(values: Values): Promise<Answer> };

/**
 * drizzle builds the statement once, and the server parses it once per connection. Outside of
 * transactions each execution is planned for its values (plan_cache_mode in connect-postgres.ts),
 * because a common word needs another plan than a rare one.
 */
export function keepStatement<Answer>(
  build: (db: Builder) => { prepare(name: string): Prepared<Answer> },
) {
  let prepared: Prepared<Answer> | undefined;
  return (db: Database, values: Values = {}): Promise<Answer> => {
    const run = runs.get(db);
    // Tests inspect the SQL with drizzle's own databases.
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

/** The protocol counts values in sixteen bits; the driver allows two fewer. */
const VALUES_MAX = 65_533;

/**
 * If postgres.js fails to serialise a value, every later query on that connection gets the rows of
 * the next one, and one user would read another's data (seen with 3.4.9). So every value becomes
 * PostgreSQL's text before it reaches a driver.
 */
export function textValues(values: readonly unknown[]): (string | null)[] {
  if (values.length > VALUES_MAX)
    throw new RangeError(`A query has ${values.length} values, ${VALUES_MAX} at most`);
  return values.map(textOf);
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map((item) => quoted(textOf(item))).join()}}`;
  throw new TypeError(`A query cannot have a value of type ${typeof value}`);
}

const quoted = (text: string | null) =>
  text === null ? 'null' : `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The names in a text, separated by spaces or line breaks. */
export type Words<Text> = Text extends `${infer Line}\n${infer Rest}`
  ? Words<Line> | Words<Rest>
  : Text extends `${infer Word} ${infer Rest}`
    ? Words<Word> | Words<Rest>
    : Exclude<Text, ''>;

type Known<From, Names> = [Exclude<Words<Names>, keyof From>] extends [never]
  ? unknown
  : { unknown: Exclude<Words<Names>, keyof From> };

/** Columns of a table, or fields of a row, under their own names, which spaces or line breaks separate. */
export const pick = <From extends object, const Names extends string>(
  from: From,
  ...names: (Names & Known<From, Names>)[]
) =>
  Object.fromEntries(
    names
      .flatMap((line) => line.split(/\s+/).filter(Boolean))
      .map((name) => [name, Reflect.get(from, name)]),
  ) as Pick<From, Words<Names> & keyof From>;

export const firstRow = async <Row>(rows: PromiseLike<Row[]>) => (await rows)[0] ?? null;

export const hasRows = async (rows: PromiseLike<unknown[]>) => (await rows).length > 0;
