import { FRESH_DAYS_MAX } from '#features/products/rules/limits.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import type { County } from '#platform/rules/geo/counties.ts';
import type { Database } from '#platform/server/db/database.ts';
import { makeFarm, stapleOf } from './make-farms.ts';
import { makeProduct } from './make-product.ts';
import { insertFarms, insertProducts, listFarms } from './queries.ts';
import { createRandom } from './random.ts';

type Size = { farms: number; products: number; seed?: number };
type Given = { now: Date; passwordHash: string };

const ROWS_AT_ONCE = 2000;
const LISTED_WITHIN_MILLISECONDS = 20 * 86_400_000;

/**
 * Fills an empty market with farms and products. The same seed and time give the same market. All
 * users get `passwordHash`.
 */
export async function seedMarket(
  db: Database,
  { farms, products, seed = 2026 }: Size,
  { now, passwordHash }: Given,
) {
  const random = createRandom(seed);
  await inBatches(farms, async (from, to) => {
    const rows = numbers(from, to).map((index) => ({
      ...makeFarm(random, index),
      passwordHash,
      now: now.toISOString(),
    }));
    await insertFarms(db, rows);
  });
  const made = await listFarms(db);
  const freshUntil = daysAfter(dayInNairobi(now), FRESH_DAYS_MAX);
  await inBatches(products, async (from, to) => {
    const rows = numbers(from, to).map((index) => {
      // The first products give every farm one; the rest are distributed randomly.
      const farm = made[index] ?? random.pick(made);
      const createdAt = new Date(
        now.getTime() - LISTED_WITHIN_MILLISECONDS * (1 - index / products),
      ).toISOString();
      const place = { county: farm.county as County, staple: stapleOf(index) };
      const product = makeProduct(random, place, now);
      return { ...product, farmerId: farm.id, freshUntil, createdAt };
    });
    await insertProducts(db, rows);
  });
}

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, offset) => from + offset);

async function inBatches(count: number, insert: (from: number, to: number) => Promise<void>) {
  for (let from = 0; from < count; from += ROWS_AT_ONCE)
    await insert(from, Math.min(from + ROWS_AT_ONCE, count));
}
