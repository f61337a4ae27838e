import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, KEPT_VALUES_MAX, keepStatement } from './database.ts';

type Replaces = { target: PgColumn[]; set: Record<string, SQL>; setWhere?: SQL };

/**
 * Inserts rows with a kept statement (keepStatement), which drizzle builds once per number of rows.
 * All rows have the same columns.
 * @param replaces the conflict clause: the key, the columns that take their new values, and a
 * condition
 */
export function keepInsert<Table extends PgTable>(table: Table, replaces?: Replaces) {
  const tableColumns: Record<string, PgColumn> = getTableColumns(table);
  const insertInto = (db: Pick<Database, 'insert'>, rows: Table['$inferInsert'][]) => {
    const insert = db.insert(table).values(rows);
    return replaces ? insert.onConflictDoUpdate(replaces) : insert;
  };
  // drizzle would pass null to the column's mapper when it fills the placeholder, and a mapper
  // handles only values.
  const cell = (column: string, name: string) => {
    const mapToDriverValue = (value: unknown) =>
      value === null || value === undefined ? null : tableColumns[column]?.mapToDriverValue(value);
    return sql`${sql.param(sql.placeholder(name), { mapToDriverValue })}`;
  };
  const kept = new Map<string, ReturnType<typeof keepStatement>>();
  return async (db: Database, rows: Table['$inferInsert'][]): Promise<void> => {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first);
    if (rows.length * columns.length > KEPT_VALUES_MAX) {
      // Sent at once, like a kept statement: the next statement may read these rows.
      await insertInto(db, rows).execute();
      return;
    }
    const text = [rows.length, ...columns].join();
    let statement = kept.get(text);
    if (!statement) {
      const cells = rows.map((_, at) =>
        Object.fromEntries(columns.map((column) => [column, cell(column, `${column}${at}`)])),
      );
      // A cast, because the cells have the same columns as the rows.
      statement = keepStatement((builder) => insertInto(builder, cells as Table['$inferInsert'][]));
      kept.set(text, statement);
    }
    const values = rows.flatMap((row, at) =>
      Object.entries(row).map(([column, value]) => [`${column}${at}`, value]),
    );
    await statement(db, Object.fromEntries(values));
  };
}
