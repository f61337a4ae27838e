import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type Database, KEPT_VALUES_MAX, keepStatement } from './database.ts';

type Replaces = { target: PgColumn[]; set: Record<string, SQL>; setWhere?: SQL };

/**
 * Inserts rows by a statement that is asked often (keepStatement): drizzle puts it together once
 * for each number of rows. All rows have the same columns.
 * @param replaces what to do where a row is there already: by its key, which columns take their new
 * values, and where
 */
export function keepInsert<Table extends PgTable>(table: Table, replaces?: Replaces) {
  const tableColumns: Record<string, PgColumn> = getTableColumns(table);
  const insertInto = (db: Pick<Database, 'insert'>, rows: Table['$inferInsert'][]) => {
    const insert = db.insert(table).values(rows);
    return replaces ? insert.onConflictDoUpdate(replaces) : insert;
  };
  // Where drizzle fills a placeholder, it would give nothing to a column that can write only
  // something.
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
      // Sent at once, as a kept statement is: what is sent after it may read what it wrote.
      await insertInto(db, rows).execute();
      return;
    }
    const text = [rows.length, ...columns].join();
    let statement = kept.get(text);
    if (!statement) {
      const cells = rows.map((_, at) =>
        Object.fromEntries(columns.map((column) => [column, cell(column, `${column}${at}`)])),
      );
      // The same columns as in the rows.
      statement = keepStatement((builder) => insertInto(builder, cells as Table['$inferInsert'][]));
      kept.set(text, statement);
    }
    const values = rows.flatMap((row, at) =>
      Object.entries(row).map(([column, value]) => [`${column}${at}`, value]),
    );
    await statement(db, Object.fromEntries(values));
  };
}
