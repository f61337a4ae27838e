import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { fillDatabase } from '#tests/setup/database/filled-database.ts';
import { startOwnPostgres } from '#tests/setup/processes/own-postgres.ts';

type Place = { url: string; folder: string };

export async function onPostgres(run: (place: Place) => Promise<void>) {
  const given = process.env.TEST_DATABASE_URL;
  const own = given ? null : await startOwnPostgres(['fsync=on']);
  const folder = mkdtempSync(join(tmpdir(), 'sokoshamba-bench-'));
  try {
    await run({ url: given ?? own?.url ?? '', folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await own?.remove();
  }
}

export async function withProducts(
  { url, folder }: Place,
  products: number,
  run: (place: Place & { sql: Sql }) => Promise<void>,
) {
  const name = `sokoshamba_bench_${process.pid}`;
  const database = await fillDatabase(url, name, { products, now: new Date() });
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  try {
    await run({ url: database.url, folder, sql });
  } finally {
    await sql.end();
    await database.drop();
  }
}
