import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { projectRoot } from '../project-root.ts';
import type { Address } from './open-pool.ts';

export const migrationsFolder = join(projectRoot, 'drizzle');
/** Any fixed number of our own: what several processes that start at once queue for. */
const MIGRATION_LOCK = 7_316_025;

/** Runs what is missing of `drizzle/`, on a connection of its own, one process at a time. */
export async function migratePostgres(url: string, socket?: Address['socket']) {
  const sql = postgres(url, {
    max: 1,
    connect_timeout: 5,
    onnotice: () => {},
    ...(socket && { socket }),
  });
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder });
  } finally {
    // Ending the connection gives the lock back, whatever happened.
    await sql.end({ timeout: 5 });
  }
}
