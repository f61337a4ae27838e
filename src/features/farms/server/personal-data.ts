import { eq } from 'drizzle-orm';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData } from '#platform/server/personal-data.ts';
import { farms } from './tables.ts';

export const farmData: PersonalData<unknown> = { single: { farm: readFarm } };

async function readFarm(db: Database, userId: number) {
  const [farm] = await db
    .select({
      name: farms.name,
      farmType: farms.farmType,
      farmSize: farms.farmSize,
      about: farms.about,
      county: farms.county,
      pinCounty: farms.pinCounty,
      subcounty: farms.subcounty,
      addressDescription: farms.addressDescription,
      latitude: farms.latitude,
      longitude: farms.longitude,
      coverageRadiusMetres: farms.coverageRadiusMetres,
      gpsLatitude: farms.gpsLatitude,
      gpsLongitude: farms.gpsLongitude,
      gpsAccuracyMetres: farms.gpsAccuracyMetres,
      gpsTakenAt: farms.gpsTakenAt,
      isPositionProvisional: farms.isPositionProvisional,
      visitedAt: farms.visitedAt,
      visitedBy: farms.visitedBy,
      deliveryFeeCents: farms.deliveryFeeCents,
      minimumOrderCents: farms.minimumOrderCents,
      payoutsHeldUntil: farms.payoutsHeldUntil,
    })
    .from(farms)
    .where(eq(farms.userId, userId));
  return farm ?? null;
}
