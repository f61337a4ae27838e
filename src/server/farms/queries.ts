import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/db/schema/accounts.ts';
import { farms } from '#server/db/schema/farms.ts';

export async function insertFarm(db: Database, farm: typeof farms.$inferInsert) {
  await db.insert(farms).values(farm);
}

/** A farmer's own data with the farm's. By primary key. */
export async function findFarmerProfile(db: Database, userId: number) {
  const [row] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phoneNumber: users.phoneNumber,
      emailVerifiedAt: users.emailVerifiedAt,
      farmName: farms.name,
      farmType: farms.farmType,
      farmSize: farms.farmSize,
      county: farms.county,
      subcounty: farms.subcounty,
      addressDescription: farms.addressDescription,
      latitude: farms.latitude,
      longitude: farms.longitude,
      coverageRadiusMetres: farms.coverageRadiusMetres,
      gpsAccuracyMetres: farms.gpsAccuracyMetres,
      deliveryFeeCents: farms.deliveryFeeCents,
      minimumOrderCents: farms.minimumOrderCents,
      payoutsHeldUntil: farms.payoutsHeldUntil,
    })
    .from(users)
    .innerJoin(farms, eq(farms.userId, users.id))
    .where(eq(users.id, userId));
  return row ?? null;
}

type FarmChange = Partial<Omit<typeof farms.$inferInsert, 'userId'>>;

export async function updateFarm(db: Database, userId: number, change: FarmChange) {
  await db.update(farms).set(change).where(eq(farms.userId, userId));
}
