import { asc, eq, sql } from 'drizzle-orm';
import { products } from '#features/products/server/tables.ts';
import type { Database } from '#platform/server/db/database.ts';

/**
 * Products whose crop is undecided, locked until the transaction ends. Rows that an order or
 * another process has locked are skipped until the next round. By products_crop_undecided.
 */
export const lockUndecidedProducts = (db: Database, limit: number) =>
  db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(sql`not is_crop_decided`)
    .orderBy(asc(products.id))
    .limit(limit)
    .for('update', { skipLocked: true });

type Decided = { id: number; crop: string | null };

/** By primary key. */
export async function setCrops(db: Database, rows: readonly Decided[]): Promise<void> {
  const ids = sql`${sql.param(rows.map(({ id }) => id))}::int[]`;
  const crops = sql`${sql.param(rows.map(({ crop }) => crop))}::text[]`;
  await db
    .update(products)
    .set({ crop: sql`decided.crop`, isCropDecided: true })
    .from(sql`unnest(${ids}, ${crops}) as decided (id, crop)`)
    .where(eq(products.id, sql`decided.id`));
}
