/*
 * `personal` names each column of a table. The compiler refuses a missing column, and
 * tests/personal-data.test.ts a missing declaration. Export and erasure follow from these; a
 * feature writes functions only for joins and rules.
 */

import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  inArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  type PgColumn,
  type PgTable,
  pgTable,
  QueryBuilder,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import type { Words } from './database.ts';

/**
 * Separated by spaces. The keys are the columns of `of`, because buyer and farmer see and leave
 * different data of an order.
 */
type Names = string | Readonly<Record<string, string>>;

type Declaration = {
  /** The columns that refer to the person, or to their row in another table. */
  of?: string | Readonly<Record<string, PgTable>>;
  exported?: Names;
  omitted?: Readonly<Record<string, string>>;
  others?: string;
  technical?: string;
  erased?: Names;
  /** Why rows outlive the account. */
  kept?: string;
  /** For rows that no foreign key deletes. */
  isDeleted?: true;
};

type Texts<Part> = Part extends string ? Part : Part extends object ? Part[keyof Part] : never;
type Naming = 'exported' | 'omitted' | 'others' | 'technical' | 'erased';
type Named<Declared> =
  | Words<Declared extends { of: infer Of } ? (Of extends string ? Of : keyof Of) : never>
  | Words<Texts<Declared[keyof Declared & Naming]>>;
/** Requires a property whose type names the difference. */
type Complete<Column, Name> = ([Exclude<Column, Name>] extends [never]
  ? unknown
  : { forgotten: Exclude<Column, Name> }) &
  ([Exclude<Name, Column>] extends [never] ? unknown : { unknown: Exclude<Name, Column> });

const declarations = new Map<PgTable, Declaration | 'notPersonal'>();

export function personal<T extends PgTable, const Declared extends Declaration>(
  table: T,
  declaration: Declared & Complete<keyof T['_']['columns'], Named<Declared>>,
) {
  declarations.set(table, declaration);
}

export function notPersonal(...tables: PgTable[]) {
  for (const table of tables) declarations.set(table, 'notPersonal');
}

export const declarationOf = (table: PgTable) => declarations.get(table);

export type Rows = { limit: number; offset: number };
type Row = Record<string, unknown>;

/** `of`: the column that refers to the person. */
export function exportedColumns(table: PgTable, of?: string) {
  const { exported = '' } = requireDeclaration(table);
  return pick(table, typeof exported === 'string' ? exported : (exported[of ?? ''] ?? ''));
}

export function listOf(
  table: PgTable,
  { of, orderBy = 'id' }: { of?: string; orderBy?: string } = {},
) {
  const columns = exportedColumns(table, of);
  const order = Object.values(pick(table, orderBy)).map((column) => asc(column));
  return async (db: Database, userId: number, { limit, offset }: Rows): Promise<Row[]> =>
    db
      .select(columns)
      .from(table)
      .where(isOf(table, userId, of))
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
}

/** For a table with one row for each person. */
export const objectOf = (table: PgTable) => {
  const read = listOf(table, { orderBy: '' });
  return async (db: Database, userId: number) =>
    (await read(db, userId, { limit: 1, offset: 0 }))[0] ?? null;
};

export async function eraseDeclared(tx: Database, userId: number) {
  for (const [table, declaration] of declarations) {
    if (declaration === 'notPersonal') continue;
    if (declaration.isDeleted) await tx.delete(table).where(isOf(table, userId));
    const { erased = {} } = declaration;
    if (typeof erased === 'string') await clear(tx, table, { names: erased, userId });
    else
      for (const [of, names] of Object.entries(erased))
        await clear(tx, table, { names, userId, of });
  }
}

type Cleared = { names: string; userId: number; of?: string };

async function clear(tx: Database, table: PgTable, { names, userId, of }: Cleared) {
  const columns = Object.entries(pick(table, names));
  const empty = ({ notNull }: PgColumn) => (notNull ? '' : null);
  const isFilled = columns.map(([, column]) => sql`${column} is distinct from ${empty(column)}`);
  await tx
    .update(table)
    .set(Object.fromEntries(columns.map(([name, column]) => [name, empty(column)])))
    .where(and(isOf(table, userId, of), or(...isFilled)));
}

function isOf(table: PgTable, userId: number, only?: string): SQL | undefined {
  const { of = '' } = requireDeclaration(table);
  if (typeof of === 'string')
    return or(...Object.values(pick(table, only ?? of)).map((column) => eq(column, userId)));
  const isOfParent = Object.entries(of).map(([name, parent]) => {
    const parents = new QueryBuilder().select(pick(parent, 'id')).from(parent);
    return inArray(columnOf(table, name), parents.where(isOf(parent, userId, only)));
  });
  return or(...isOfParent);
}

function requireDeclaration(table: PgTable): Declaration {
  const declaration = declarations.get(table);
  if (!declaration || declaration === 'notPersonal')
    throw new Error(`${getTableName(table)} declares no personal data`);
  return declaration;
}

export const splitNames = (names: string) => names.split(/\s+/).filter(Boolean);

const pick = (table: PgTable, names: string) =>
  Object.fromEntries(splitNames(names).map((name) => [name, columnOf(table, name)]));

function columnOf(table: PgTable, name: string): PgColumn {
  const column = getTableColumns(table)[name];
  if (!column) throw new Error(`${getTableName(table)} has no column ${name}`);
  return column;
}

/** Defined in the accounts feature. */
const users = pgTable('users', { id: integer().primaryKey() });

/** Values come from the server's clock, so that tests can set them. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A server of the previous version uses the name `checkouts` during an upgrade. */
export const idempotencyKeys = pgTable(
  'checkouts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** With the operation as a prefix, except for orders. */
    key: text('idempotency_key').notNull(),
    inputHash: text('body_hash').notNull(),
    answer: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [unique().on(table.userId, table.key), index().on(table.createdAt)],
);

personal(idempotencyKeys, {
  of: 'userId',
  omitted: { 'The export has what the request did.': 'key inputHash answer' },
  technical: 'id createdAt',
});

/** Keys are hashed, so the table holds neither addresses nor emails. */
export const rateLimitCounters = pgTable(
  'rate_limit_counters',
  { key: text().primaryKey(), points: integer().notNull(), expire: moment('expire') },
  // Finds keys by prefix, whatever the database's collation.
  (table) => [
    index().on(table.expire),
    index('rate_limit_counters_prefix').on(table.key.op('text_pattern_ops')),
  ],
);

notPersonal(rateLimitCounters);

export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
    /** A worker that leases the message moves it ahead. */
    availableAt: moment('available_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    attempts: integer().notNull().default(0),
  },
  (table) => [index('outbox_messages_due').on(table.kind, table.availableAt, table.id)],
);

personal(outboxMessages, {
  kept: 'Until it is handled or expires.',
  omitted: { 'Work in progress; the export has what it is about.': 'payload' },
  technical: 'id kind createdAt availableAt expiresAt attempts',
});

/** One row; see live-database-queries.ts. */
export const liveDatabase = pgTable(
  'paying_database',
  {
    id: integer().primaryKey(),
    /** Null: no database is live until the operator enables one. */
    identity: text(),
    /** A restored row was written by another transaction. */
    writtenBy: text('written_by').notNull(),
    /** A copy pays farmers only after the operator's confirmation. */
    paysOut: boolean('pays_out').notNull().default(true),
    enabledAt: moment('enabled_at').notNull(),
  },
  () => [check('paying_database_one_row', sql`id = 1`)],
);

notPersonal(liveDatabase);

export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
