import {
  isVerifiedFarm,
  verifiedAccuracyClass,
  verifiedAccuracyMetres,
} from '#features/farms/rules/farm.ts';
import { findProfilePhoto } from '#features/photos/server/list-photos.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findFarmerProfile } from './queries.ts';

/** A farm's sales and ratings. The orders feature reads them. */
export type FarmStanding = {
  /** The mean of the ratings that count, 0 to 5 with one decimal; 0 without ratings. */
  reputationScore: number;
  ratingCount: number;
  ratingBuyerCount: number;
  /** How many of them have proven who they are, by a number, a payment or a visited farm. */
  provenBuyerCount: number;
  /** A float, because the cents of all sales may exceed an integer. */
  salesCents: number;
  salesCount: number;
  salesBuyerCount: number;
};

export type ReadFarmStanding = (db: Database, farmerId: number) => Promise<FarmStanding>;

/**
 * The farmer's own data, in the specification's shape (§3).
 * @throws AppError NOT_FOUND if the account is deleted
 */
export async function getFarmerProfile(
  db: Database,
  userId: number,
  { readFarmStanding }: { readFarmStanding: ReadFarmStanding },
) {
  const found = await findFarmerProfile(db, userId);
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
  const { salesCents, ...standing } = await readFarmStanding(db, userId);
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
    profilePhoto: (await findProfilePhoto(db, userId))?.sizes[0]?.jpeg ?? null,
  };
}
