import { isVerifiedFarm, verifiedAccuracyMetres } from '#features/farms/rules/farm.ts';
import type { PhotoRead } from '#features/photos/rules/photo.ts';
import { findProfilePhoto } from '#features/photos/server/list-photos.ts';
import { wardAt } from '#features/places/server/gazetteer.ts';
import { counties } from '#platform/rules/geo/counties.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { findFarm } from './queries.ts';

/**
 * A farm's public data: neither the phone number nor the exact position. `position` is rounded to
 * about a kilometre, which anyone can derive from distances. Fee and minimum order are in KES. Its
 * products come from findProducts, its reviews from listFarmReviews.
 * @throws AppError FARM_NOT_FOUND if there is none, or its farmer is suspended
 */
export async function getFarm(db: Database, { farmId }: { farmId: number }) {
  const found = await findFarm(db, farmId);
  if (!found) throw new AppError('FARM_NOT_FOUND');
  const {
    latitude,
    longitude,
    gpsAccuracyMetres,
    isGpsDoubtful,
    deliveryFeeCents,
    minimumOrderCents,
    ...farm
  } = found;
  return {
    ...farm,
    photo: smallest(await findProfilePhoto(db, farmId)),
    position: { latitude, longitude },
    ward: wardOf(farm.county, { latitude, longitude }),
    isFarmVerified: isVerifiedFarm({ gpsAccuracyMetres, isGpsDoubtful }),
    farmAccuracyMetres: verifiedAccuracyMetres({ gpsAccuracyMetres, isGpsDoubtful }),
    deliveryFee: shillingsOf(deliveryFeeCents),
    minimumOrder: shillingsOf(minimumOrderCents),
  };
}

export const browseFarm = ({ catalogueReads }: Call, input: { farmId: number }) =>
  catalogueReads.quick((db) => getFarm(db, input));

/** A face is drawn small. */
const smallest = (photo: PhotoRead | null) => photo?.sizes[0]?.jpeg ?? null;

/** By the rounded position. Null until the pin's county is known. */
function wardOf(pinCounty: string, position: Position): string | null {
  const county = counties.find((name) => name === pinCounty);
  return (county && wardAt(county, position)) ?? null;
}
