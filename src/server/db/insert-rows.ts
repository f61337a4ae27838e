import { getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connect.ts';
import { placesOf, reuseQuery } from './reuse-query.ts';

/** Of more rows at once the statement is built each time: there would be too many texts to keep. */
const ROWS_KEPT_MAX = 10;

/** Inserts rows by a statement that is kept for their number and columns; nothing for none. */
export async function insertRows<Table extends PgTable>(db: Database, table: Table, rows: Table['$inferInsert'][]) {
  if (rows.length === 0) return;
  if (rows.length > ROWS_KEPT_MAX) {
    await db.insert(table).values(rows);
    return;
  }
  const { places, values, shape } = placesOf(rows);
  const query = reuseQuery(db, `inserted ${getTableName(table)} ${shape}`, () => db.insert(table).values(places).prepare('rows'));
  await query.execute(values);
}

type NumberedTable = PgTable & { id: PgColumn };

/** Likewise. @returns the rows' ids, in their order */
export async function insertNumberedRows<Table extends NumberedTable>(
  db: Database,
  table: Table,
  rows: Table['$inferInsert'][],
): Promise<number[]> {
  if (rows.length === 0) return [];
  const { places, values, shape } = placesOf(rows);
  const build = () => db.insert(table).values(places).returning({ id: table.id }).prepare('rows');
  const query = rows.length > ROWS_KEPT_MAX ? build() : reuseQuery(db, `numbered ${getTableName(table)} ${shape}`, build);
  const stored = (await query.execute(values)) as { id: number }[];
  return stored.map(({ id }) => id);
}
