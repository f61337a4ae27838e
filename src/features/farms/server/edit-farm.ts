import { renamePerson } from '#features/accounts/server/update-person.ts';
import type { EditFarm } from '#features/farms/rules/farm-changes.ts';
import { centsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { nameFarmPlace } from './evidence/place-farm.ts';
import { getFarmerProfile, type ReadFarmStanding } from './get-farmer-profile.ts';
import { findFarmerProfile, updateFarm } from './queries.ts';

/**
 * Changes the parts that a farmer may edit at any time. The pin and the phone number have their own
 * use cases.
 * @returns the updated profile
 * @throws AppError NOT_FOUND, COUNTY_UNKNOWN
 */
export async function editFarm(
  db: Database,
  { farmerId, ...change }: EditFarm & { farmerId: number },
  { clock, readFarmStanding }: { clock: Clock; readFarmStanding: ReadFarmStanding },
) {
  const {
    firstName,
    lastName,
    farmName,
    geofenceRadius,
    deliveryFee,
    minimumOrder,
    county,
    subcounty,
    ...rest
  } = change;
  await db.transaction(async (tx) => {
    const farm = await findFarmerProfile(tx, farmerId);
    if (!farm) throw new AppError('NOT_FOUND');
    const { latitude, longitude, pinCounty } = farm;
    await renamePerson(tx, { userId: farmerId, firstName, lastName }, clock());
    await updateFarm(tx, farmerId, {
      ...rest,
      ...nameFarmPlace({ latitude, longitude, pinCounty, county, subcounty }),
      name: farmName,
      coverageRadiusMetres: geofenceRadius,
      deliveryFeeCents: centsOf(deliveryFee),
      minimumOrderCents: centsOf(minimumOrder),
      updatedAt: clock(),
    });
  });
  return getFarmerProfile(db, farmerId, { readFarmStanding });
}
