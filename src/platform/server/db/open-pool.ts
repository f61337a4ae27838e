import type { Socket } from 'node:net';
import { parsePgArray } from 'drizzle-orm/pg-core';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import { KEPT_VALUES_MAX, type Run } from './database.ts';
import { type DeadlineError, type Deadlines, within } from './deadlines.ts';
import { textValues } from './text-values.ts';

/**
 * The server's own limit lies below ours, so that a slow query is ended there and its connection is
 * good again.
 */
const STATEMENT_TIMEOUT_MILLISECONDS = 2500;
/**
 * postgres.js would wait up to twenty seconds between tries. Each try fails one waiting query, so
 * tries have to be quick.
 */
export const RECONNECT_SECONDS = 0.1;

/**
 * Statements that are planned once read a few rows through an index in memory, where random reads
 * cost hardly more than sequential ones.
 */
const IN_MEMORY = { random_page_cost: 1.1 };

const asIs = (value: string) => value;
/**
 * Values are text already (text-values.ts). Moments and days stay text, which drizzle's columns
 * read.
 */
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

/** Where a pool connects to. */
export type Address = {
  /** Names one host. */
  url: string;
  /**
   * Opens the socket of a connection, where something decides which host it goes to, or wants to
   * end it.
   */
  socket?: () => Socket;
  /** A connection that reaches a standby is refused. */
  isPrimary?: boolean;
  /** It leads to a pooler, which may send each transaction over another of its connections. */
  isPooled?: boolean;
};

export type PoolOptions = {
  max: number;
  deadlines: Deadlines;
  statementMilliseconds?: number | undefined;
  /**
   * Whether each execution of a kept statement is planned for its values. 'auto': until PostgreSQL
   * finds that one plan is as good. 'force_generic_plan': never, for statements that are written so
   * that one plan suits all their values.
   */
  planCacheMode?: 'force_custom_plan' | 'auto' | 'force_generic_plan';
};

/** Connections are opened when they are needed. */
export function openPool(
  { url, socket, isPrimary, isPooled }: Address,
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
    // The driver would ask on each new connection, outside of any promise, which types are lists;
    // an error there ends the process.
    fetch_types: false,
    connect_timeout: deadlines.connectionMilliseconds / 1000,
    backoff: () => RECONNECT_SECONDS,
    connection: {
      statement_timeout: statementMilliseconds,
      // No query here is long enough to win back what compiling it costs. As text, because the
      // driver leaves out what is false.
      jit: 'off',
      plan_cache_mode: planCacheMode,
      ...(planCacheMode === 'force_generic_plan' && IN_MEMORY),
      application_name: 'sokoshamba',
      TimeZone: 'UTC',
    },
    onnotice: () => {},
    // A connection behind a pooler may not know what was prepared on another, unless the pooler
    // sees to that (PgBouncer from 1.21 on).
    ...(isPooled && !keepsStatements(url) && { prepare: false }),
    ...(isPrimary && { target_session_attrs: 'primary' as const }),
    // An option of the driver that its types do not have.
    ...(socket && { socket }),
  });
}

const keepsStatements = (url: string) => new URL(url).searchParams.get('prepare') === 'true';

export type OnLate = (error: DeadlineError) => void;

/**
 * Rows are collected one by one. The driver fills its own array from a counter of the connection,
 * which a statement that fails after its first rows leaves where it was: the next answer on that
 * connection would begin with holes (postgres.js 3.4.9, its issues 1119 and 1181).
 */
export const runOn =
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
