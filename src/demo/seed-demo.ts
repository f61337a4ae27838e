import type { PasswordHasher } from '#accounts/server/passwords.ts';
import type { County } from '#platform/rules/counties.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { FRESH_DAYS_MAX } from '#products/rules/limits.ts';
import { demoLogins } from './logins.ts';
import { DEMO_FARMS, makeFarm, stapleOf } from './seed/make-farms.ts';
import { makeProduct } from './seed/make-product.ts';
import {
  hasUsers,
  insertBuyer,
  insertFarms,
  insertProducts,
  listFarms,
  renameBusiestFarmer,
  verifyPhones,
} from './seed/queries.ts';
import { createRandom } from './seed/random.ts';

const ROWS_AT_ONCE = 2000;

const LISTED_WITHIN_MILLISECONDS = 20 * 86_400_000;

const PRODUCTS = 500;

/** Returns whether this was the first start. */
export async function seedDemo(
  db: Database,
  { clock, passwords }: { clock: Clock; passwords: PasswordHasher },
): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const now = clock();
  const passwordHash = await passwords.hash(demoLogins.password, 'demo');
  await db.transaction(async (tx) => {
    await seedMarket(tx, { farms: DEMO_FARMS, products: PRODUCTS }, { now, passwordHash });
    await renameBusiestFarmer(tx, {
      email: demoLogins.farmer,
      phoneNumber: demoLogins.farmerPhone,
    });
    await insertBuyer(tx, {
      email: demoLogins.buyer,
      phoneNumber: demoLogins.buyerPhone,
      passwordHash,
      now: now.toISOString(),
    });
    await verifyPhones(tx);
  });
  return true;
}

type Size = { farms: number; products: number; seed?: number };

type Given = { now: Date; passwordHash: string };

/** The same seed and time give the same market. All users get `passwordHash`. */
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
