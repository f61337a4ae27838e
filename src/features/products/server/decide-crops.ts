import { guessCrop } from '#features/products/rules/guess-crop.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import { repeatRounds } from '#platform/server/repeat-rounds.ts';
import { lockUndecidedProducts, setCrops } from './crops/queries.ts';

const INTERVAL_MILLISECONDS = 10 * 60 * 1000;
const PRODUCTS_AT_ONCE = 200;

/**
 * Decides the crop of products that an older version stored, from their names. In doubt they get no
 * crop, and are not examined again.
 * @returns the number of examined products
 */
export async function decideCrops(db: Database, isStopped = () => false): Promise<number> {
  let decided = 0;
  while (!isStopped()) {
    const count = await db.transaction(async (tx) => {
      const rows = await lockUndecidedProducts(tx, PRODUCTS_AT_ONCE);
      if (rows.length > 0)
        await setCrops(
          tx,
          rows.map(({ id, name }) => ({ id, crop: guessCrop(name)?.id ?? null })),
        );
      return rows.length;
    });
    decided += count;
    if (count < PRODUCTS_AT_ONCE) break;
  }
  return decided;
}

/**
 * Runs in the background after the start, and again from time to time, because a process of the
 * previous version may still list products.
 */
export function startDecidingCrops(db: Database, { log }: { log: Logger }) {
  const round = async (isStopped: () => boolean) => {
    try {
      await decideCrops(db, isStopped);
    } catch (error) {
      log.warn({ err: error }, 'crops of older products could not be decided');
    }
  };
  return repeatRounds(round, { pauseMilliseconds: INTERVAL_MILLISECONDS });
}
