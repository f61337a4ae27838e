import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { demoLogins } from './logins.ts';
import { DEMO_FARMS } from './seed/make-farms.ts';
import { hasUsers, insertBuyer, renameBusiestFarmer, verifyPhones } from './seed/queries.ts';
import { seedMarket } from './seed/seed-market.ts';

const PRODUCTS = 500;

/** Fills the demo's market on the first start. Returns whether it was the first start. */
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
