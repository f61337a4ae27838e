import { drizzle } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';
import { seedMarket } from '#demo/seed-demo.ts';
import { migratePostgres } from '#server/db/migrate.ts';
import { databaseUrl } from '#tests/setup/postgres-template.ts';
import { dropDatabase } from './drop-database.ts';

export const PRODUCTS_PER_FARM = 7;

export async function makeFilledDatabase(
  serverUrl: string,
  name: string,
  fill: (sql: Sql) => Promise<unknown>,
) {
  const admin = postgres(serverUrl, { max: 1, onnotice: () => {} });
  const drop = () => dropDatabase(admin, name);
  await drop();
  await admin.unsafe(`create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  await migratePostgres(url);
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connection: { synchronous_commit: 'off', maintenance_work_mem: '256MB' },
  });
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'products' and indexname <> 'products_pkey'`;
  for (const index of indexes) await sql.unsafe(`drop index ${index.name}`);
  await fill(sql);
  for (const { definition } of indexes) await sql.unsafe(definition);
  await sql.unsafe('vacuum analyze');
  await sql.end();
  return { url, drop: () => drop().then(() => admin.end()) };
}

type Filling = { products: number; now: Date; everyRowCounted?: boolean };

/**
 * With this many of the demo's products. `everyRowCounted`: the statistics cover all rows instead
 * of a sample, so that each run gets the same plans.
 */
export function fillDatabase(
  serverUrl: string,
  name: string,
  { products, now, everyRowCounted = false }: Filling,
) {
  return makeFilledDatabase(serverUrl, name, async (sql) => {
    const farms = Math.max(60, Math.round(products / PRODUCTS_PER_FARM));
    await seedMarket(drizzle(sql), { farms, products }, { now, passwordHash: 'none' });
    if (everyRowCounted)
      await sql.unsafe(`set default_statistics_target = ${Math.ceil(products / 300)}`);
  });
}
