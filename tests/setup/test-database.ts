import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type Connection, connectPostgres, openEmbedded } from '../../src/server/db/connect.ts';
import { databaseUrl } from './postgres-template.ts';

const kept = globalThis as typeof globalThis & { testConnection?: Promise<Connection> };

/** Which database this run is on; races show on Postgres only, for the embedded one has a single connection. */
export const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

/** This worker's database, without a row in it. */
export async function emptyTestDatabase(): Promise<Connection> {
  kept.testConnection ??= isOnPostgres ? openCopy() : openEmbedded();
  const connection = await kept.testConnection;
  const tables = await connection.db.execute<{ name: string }>(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  );
  // postgres.js answers with the rows themselves, the embedded database with an object that holds them.
  const rows = (Array.isArray(tables) ? tables : (tables as unknown as { rows: unknown[] }).rows) as { name: string }[];
  await connection.db.execute(sql.raw(`truncate ${rows.map(({ name }) => name).join(', ')} restart identity cascade`));
  return connection;
}

const copyName = () => `${inject('template')}_${process.pid}`;

/** Where this worker's database is, for a server that is a process of its own. */
export const testDatabaseUrl = () => databaseUrl(process.env.TEST_DATABASE_URL ?? '', copyName());

async function openCopy(): Promise<Connection> {
  const admin = postgres(process.env.TEST_DATABASE_URL ?? '', { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${copyName()} template ${inject('template')}`);
  await admin.end();
  return connectPostgres(testDatabaseUrl(), { pools: { queries: 10, transactions: 20 } });
}
