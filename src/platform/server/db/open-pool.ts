import { parsePgArray } from 'drizzle-orm/pg-core';
import postgres, { type Sql, type TransactionSql } from 'postgres';
import type { Run } from './database.ts';
import { type DeadlineError, type Deadlines, within } from './deadlines.ts';
import { textValues } from './text-values.ts';

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

export type Address = {
  url: string;
  /** A pooler may send each transaction over another connection. */
  isPooled?: boolean;
};

export type PoolOptions = {
  max: number;
  deadlines: Deadlines;
  statementMilliseconds?: number | undefined;
  /** 'force_generic_plan' is for statements for which one plan suits all values. */
  planCacheMode?: 'force_custom_plan' | 'auto' | 'force_generic_plan';
};

export function openPool(
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

/** With more values, it is a list of arbitrary length. */
const KEPT_VALUES_MAX = 64;

export type OnLate = (error: DeadlineError) => void;

/**
 * After a statement that fails after its first rows, the driver's own array begins with holes
 * (postgres.js 3.4.9, its issues 1119 and 1181).
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
