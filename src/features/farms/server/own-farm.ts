import { renamePerson } from '#accounts/server/update-person.ts';
import {
  isVerifiedFarm,
  verifiedAccuracyClass,
  verifiedAccuracyMetres,
} from '#farms/rules/farm.ts';
import type { EditFarmParts, MoveFarm } from '#farms/rules/farm-changes.ts';
import { findProfilePhoto } from '#photos/server/list-photos.ts';
import { centsOf, shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { doubtFix, nameFarmPlace, placeFarm } from './place-farm.ts';
import { findFarmerProfile, lockFix, lockLastFix, updateFarm } from './queries.ts';

export type FarmStanding = {
  /** The mean of the ratings that count, 0 to 5 with one decimal; 0 without ratings. */
  reputationScore: number;
  ratingCount: number;
  ratingBuyerCount: number;
  /** Buyers proven by a number, a payment or a visited farm. */
  provenBuyerCount: number;
  /** A float, because the cents of all sales may exceed an integer. */
  salesCents: number;
  salesCount: number;
  salesBuyerCount: number;
};

/** In the specification's shape (§3). */
export async function getFarmerProfile({ db, user, readFarmStanding }: Call<'farmer'>) {
  const found = await findFarmerProfile(db, user.id);
  if (!found) throw new AppError('NOT_FOUND');
  const {
    emailVerifiedAt,
    gpsAccuracyMetres,
    isGpsDoubtful,
    coverageRadiusMetres,
    deliveryFeeCents,
    minimumOrderCents,
    ...profile
  } = found;
  const { salesCents, ...standing } = await readFarmStanding(db, user.id);
  return {
    ...profile,
    ...standing,
    geofenceRadius: coverageRadiusMetres,
    deliveryFee: shillingsOf(deliveryFeeCents),
    minimumOrder: shillingsOf(minimumOrderCents),
    isVerified: isVerifiedFarm({ gpsAccuracyMetres, isGpsDoubtful }),
    verifiedAccuracyMetres: verifiedAccuracyMetres({ gpsAccuracyMetres, isGpsDoubtful }),
    verifiedAccuracyClass: verifiedAccuracyClass({ gpsAccuracyMetres, isGpsDoubtful }),
    isVisited: profile.visitedAt !== null,
    emailVerified: emailVerifiedAt !== null,
    totalSales: shillingsOf(salesCents),
    profilePhoto: (await findProfilePhoto(db, user.id))?.sizes[0]?.jpeg ?? null,
  };
}

export async function editFarm(call: Call<'farmer'>, change: EditFarmParts) {
  const { firstName, lastName, farmName, geofenceRadius, deliveryFee, minimumOrder, ...rest } =
    change;
  const farmerId = call.user.id;
  const now = call.clock();
  await call.db.transaction(async (tx) => {
    const farm = await findFarmerProfile(tx, farmerId);
    if (!farm) throw new AppError('NOT_FOUND');
    const { latitude, longitude, pinCounty } = farm;
    const { county = farm.county, subcounty = farm.subcounty, ...texts } = rest;
    const name = { firstName: firstName ?? farm.firstName, lastName: lastName ?? farm.lastName };
    await renamePerson(tx, { userId: farmerId, ...name }, now);
    await updateFarm(tx, farmerId, {
      ...texts,
      ...nameFarmPlace({ latitude, longitude, pinCounty, county, subcounty }),
      name: farmName,
      coverageRadiusMetres: geofenceRadius,
      deliveryFeeCents: deliveryFee === undefined ? undefined : centsOf(deliveryFee),
      minimumOrderCents: minimumOrder === undefined ? undefined : centsOf(minimumOrder),
      updatedAt: now,
    });
  });
  return getFarmerProfile(call);
}

export async function moveFarm(call: Call<'farmer'>, { position, ...named }: MoveFarm) {
  const { db, clock } = call;
  const farmerId = call.user.id;
  const { geofenceRadius } = await getFarmerProfile(call);
  const place = placeFarm({ ...position, ...named, geofenceRadius }, clock());
  await db.transaction(async (tx) => {
    // Locked before the farm's own row. Another move to the same fix may mark this farm as
    // doubtful, and the two would deadlock.
    await lockFix(tx, named.gpsFix);
    const before = await lockLastFix(tx, farmerId);
    const isGpsDoubtful = await doubtFix(tx, {
      userId: farmerId,
      gpsFix: named.gpsFix,
      before,
      now: clock(),
    });
    await updateFarm(tx, farmerId, {
      ...place,
      isGpsDoubtful,
      isPositionProvisional: false,
      visitedAt: null,
      visitedBy: null,
      updatedAt: clock(),
    });
  });
  return getFarmerProfile(call);
}
