import postgres from 'postgres';
import { runPriceClock } from '#features/prices/server/start-price-clock.ts';
import { connectPostgres } from '#platform/server/db/connect-postgres.ts';
import { createLog } from '#platform/server/log.ts';
import { fillDatabase } from '#tests/setup/database/filled-database.ts';
import { startServer } from './server-process.ts';

export async function fillCatalogue(serverUrl: string, products: number) {
  const start = performance.now();
  const database = await fillDatabase(serverUrl, `sokoshamba_bench_${process.pid}_${products}`, {
    products,
    now: new Date(),
  });
  const sql = postgres(database.url, { max: 1 });
  await sql`insert into photos (farmer_id, product_id, place, content_hash, colour, width_pixels, height_pixels, created_at)
    select farmer_id, id, 0, encode(sha256(id::text::bytea), 'hex'), '#4a7c3a', 1600, 1200, created_at from products`;
  await sql`vacuum analyze photos`;
  await observePrices(database.url);
  await sql`vacuum analyze price_observations`;
  await sql.end();
  console.log(`${products} products made in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return database;
}

async function observePrices(url: string) {
  const connection = await connectPostgres(url);
  await runPriceClock(connection.db, { clock: () => new Date(), log: createLog('silent') });
  await connection.close();
}

export const startApp = (
  program: string,
  {
    url,
    folder,
    replicaUrl = '',
  }: { url: string; folder: string; replicaUrl?: string | undefined },
) =>
  startServer(
    () => [program],
    (port) => ({
      DATABASE_URL: url,
      DATABASE_REPLICA_URLS: replicaUrl,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      APP_SECRET: 'only for measuring, nothing is kept with it',
      TRUSTED_PROXIES: '127.0.0.1',
      READS_PER_SECOND: '1000000',
    }),
  );
