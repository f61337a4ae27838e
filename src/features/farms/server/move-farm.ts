import type { MoveFarm } from '#features/farms/rules/farm-changes.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { doubtFix } from './evidence/doubt-fix.ts';
import { placeFarm } from './evidence/place-farm.ts';
import { getFarmerProfile, type ReadFarmStanding } from './get-farmer-profile.ts';
import { lockFix, lockLastFix, updateFarm } from './queries.ts';

/**
 * Moves a farm's pin, based on a new measurement. Keeps the coverage radius.
 * @returns the updated profile
 * @throws AppError NOT_FOUND, OUTSIDE_KENYA, COUNTY_UNKNOWN, GPS_FIX_STALE, PIN_TOO_FAR
 */
export async function moveFarm(
  db: Database,
  { farmerId, position, ...named }: MoveFarm & { farmerId: number },
  { clock, readFarmStanding }: { clock: Clock; readFarmStanding: ReadFarmStanding },
) {
  const { geofenceRadius } = await getFarmerProfile(db, farmerId, { readFarmStanding });
  const place = placeFarm({ ...position, ...named, geofenceRadius }, clock());
  await db.transaction(async (tx) => {
    // Before the farm's own row: another move to the same fix may mark this farm as doubtful, and
    // the two would deadlock.
    await lockFix(tx, named.gpsFix);
    const before = await lockLastFix(tx, farmerId);
    const isGpsDoubtful = await doubtFix(tx, {
      userId: farmerId,
      gpsFix: named.gpsFix,
      before,
      now: clock(),
    });
    // The visit was to the old place.
    await updateFarm(tx, farmerId, {
      ...place,
      isGpsDoubtful,
      isPositionProvisional: false,
      visitedAt: null,
      visitedBy: null,
      updatedAt: clock(),
    });
  });
  return getFarmerProfile(db, farmerId, { readFarmStanding });
}
