import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { projectRoot } from '../project-root.ts';

export const migrationsFolder = join(projectRoot, 'drizzle');
/** An arbitrary fixed number for the advisory lock that serialises processes that start at once. */
const MIGRATION_LOCK = 7_316_025;

/** Runs the pending migrations of `drizzle/` on a separate connection, one process at a time. */
export async function migratePostgres(url: string) {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder });
  } finally {
    // Ending the connection releases the lock in any case.
    await sql.end({ timeout: 5 });
  }
}
