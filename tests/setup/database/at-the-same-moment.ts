import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '#platform/server/db/database.ts';
import { rowsOf } from '#tests/setup/rows.ts';
import { isOnPostgres } from '#tests/setup/test-database.ts';

/** Below the server's own limit for a statement. */
const WAITING_MILLISECONDS_MAX = 2000;

/** None of the writes to farms is stored before all have read what they decide by, or wait. */
export async function atTheSameMoment(db: Database, writes: (() => Promise<unknown>)[]) {
  // The embedded database has one connection.
  if (!isOnPostgres) return void (await Promise.all(writes.map((write) => write())));
  let running: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table farms in share mode`);
    running = Promise.all(writes.map((write) => write()));
    await expect
      .poll(() => countWaiting(tx), { timeout: WAITING_MILLISECONDS_MAX })
      .toBe(writes.length);
  });
  await running;
}

async function countWaiting(db: Database): Promise<number> {
  const [row] = await rowsOf<{ waiting: number }>(
    db,
    sql`select count(distinct pid)::int as waiting from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return row?.waiting ?? 0;
}
