import { isVerifiedFarm, verifiedAccuracyMetres } from '#farms/rules/farm.ts';
import { thumbnailOf } from '#photos/rules/photo.ts';
import { findProfilePhoto } from '#photos/server/shown-photos.ts';
import { wardAt } from '#places/server/gazetteer.ts';
import { counties } from '#platform/rules/counties.ts';
import type { Position } from '#platform/rules/geo.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import { findFarm } from './queries.ts';

/**
 * Leaves out the phone number and the exact position. `position` is rounded to about a kilometre,
 * which anyone can derive from distances.
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
    photo: thumbnailOf(await findProfilePhoto(db, farmId)),
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

/** Null until the pin's county is known. */
function wardOf(pinCounty: string, position: Position): string | null {
  const county = counties.find((name) => name === pinCounty);
  return (county && wardAt(county, position)) ?? null;
}
