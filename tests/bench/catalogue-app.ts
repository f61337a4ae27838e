import type { Sql } from 'postgres';
import { runPriceClock } from '#prices/server/feature.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { createLog } from '#server/log.ts';
import { withProducts } from './postgres-server.ts';

type Place = { url: string; folder: string };

export const withCatalogue = (
  place: Place,
  products: number,
  run: (place: Place & { sql: Sql }) => Promise<void>,
) =>
  withProducts(place, products, async ({ sql, ...own }) => {
    await sql`insert into photos (farmer_id, product_id, place, content_hash, colour, width_pixels, height_pixels, created_at)
      select farmer_id, id, 0, encode(sha256(id::text::bytea), 'hex'), '#4a7c3a', 1600, 1200, created_at from products`;
    await sql`vacuum analyze photos`;
    const connection = await connectPostgres(own.url);
    await runPriceClock(connection.db, { clock: () => new Date(), log: createLog('silent') });
    await connection.close();
    await sql`vacuum analyze price_observations`;
    await run({ ...own, sql });
  });
