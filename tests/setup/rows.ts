import { type SQL, sql } from 'drizzle-orm';

export async function rowsOf<T extends Record<string, unknown>>(
  db: Database,
  statement: SQL,
): Promise<T[]> {
  const answer: unknown = await db.execute(statement);
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as T[];
}

export async function countRows(
  db: Database,
  table: string,
  where: SQL = sql`true`,
): Promise<number> {
  const [row] = await rowsOf<{ number: number }>(
    db,
    sql`select count(*)::int as number from ${sql.identifier(table)} where ${where}`,
  );
  return row?.number ?? 0;
}

export const countWaiting = (db: Database) =>
  countRows(db, 'pg_stat_activity', sql`datname = current_database() and wait_event_type = 'Lock'`);

export async function dumpDatabase(
  db: Database,
  { except = [] }: { except?: string[] } = {},
): Promise<string> {
  const tables = await rowsOf<{ name: string }>(
    db,
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const dumps = [];
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const rows = await rowsOf<{ row: string }>(
      db,
      sql`select t::text as row from ${sql.identifier(name)} t order by 1`,
    );
    dumps.push(`${name}\n${rows.map(({ row }) => row).join('\n')}`);
  }
  return dumps.join('\n');
}
