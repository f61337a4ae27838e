import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';

/** The rows of a query that the simulator asks by itself, with the columns' names in SQL. */
export async function readRows<Row>(db: Database, query: string | SQL): Promise<Row[]> {
  const answer: unknown = await db.execute(typeof query === 'string' ? sql.raw(query) : query);
  // The driver's type is unknown here: each driver answers in its own way.
  return (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as Row[];
}
