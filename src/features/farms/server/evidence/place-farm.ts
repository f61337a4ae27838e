/*
 * Validates a farm's location on the server. The pin must be in Kenya (by the county outlines,
 * which are finer than the specification's box: the box contains Arusha too). A measurement must be
 * fresh, in Kenya and no farther from the pin than the proximity radius. A payload with the
 * specification's `accuracy` and `verified` (§3) counts as a measurement at the pin. Without a
 * measurement the farm is not shown as verified. Buyers search by and see the pin's county. For the
 * profile and the address the farmer may name another of the 47 counties, because a town at a
 * border may be assigned to either.
 */

import { GPS_FIX_MAX_AGE_SECONDS } from '#features/farms/rules/limits.ts';
import { PROXIMITY_RADIUS_METRES } from '#features/places/rules/limits.ts';
import { countyAt } from '#features/places/server/county-at.ts';
import { subcountyAt } from '#features/places/server/gazetteer.ts';
import { findCounty } from '#platform/rules/geo/counties.ts';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import type { GpsFix } from '#platform/rules/geo/geo-input.ts';
import { AppError } from '#platform/server/app-error.ts';

type PlacedPin = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  geofenceRadius: number;
  gpsFix?: GpsFix | null | undefined;
  /** The accuracy in a payload of the specification (§3), which has no fix. */
  accuracy?: number | null | undefined;
};

/** How far a device's clock may be ahead of ours. */
const CLOCK_SKEW_SECONDS = 120;

/**
 * The columns of a farm's place.
 * @throws AppError OUTSIDE_KENYA, COUNTY_UNKNOWN, GPS_FIX_STALE, PIN_TOO_FAR with the distance
 */
export function placeFarm(
  { gpsFix: given, accuracy, geofenceRadius, addressDescription, ...pin }: PlacedPin,
  now: Date,
) {
  const gpsFix = measuredFix({ ...pin, gpsFix: given, accuracy }, now);
  if (gpsFix) checkEvidence(pin, gpsFix, now);
  const { latitude, longitude } = pin;
  return {
    latitude,
    longitude,
    ...nameFarmPlace(pin),
    addressDescription,
    coverageRadiusMetres: geofenceRadius,
    gpsLatitude: gpsFix?.latitude ?? null,
    gpsLongitude: gpsFix?.longitude ?? null,
    gpsAccuracyMetres: gpsFix?.accuracy ?? null,
    gpsTakenAt: gpsFix ? new Date(gpsFix.takenAt) : null,
  };
}

type NamedPlace = Position & {
  county: string;
  subcounty: string;
  /** The stored county of an existing farm, which is kept. */
  pinCounty?: string;
};

/**
 * The county of a pin, and the typed county and subcounty. Missing names come from the gazetteer.
 * @throws like placeFarm
 */
export function nameFarmPlace({ county: typed, subcounty, pinCounty = '', ...pin }: NamedPlace) {
  const countyOfPin = countyAt(pin) ?? findCounty(pinCounty);
  if (!countyOfPin) throw new AppError('OUTSIDE_KENYA', { field: 'location' });
  const county = typed === '' ? countyOfPin : findCounty(typed);
  if (!county) throw new AppError('COUNTY_UNKNOWN', { field: 'location.county' });
  return {
    county,
    pinCounty: countyOfPin,
    subcounty: subcounty || (subcountyAt(countyOfPin, pin) ?? ''),
  };
}

export type Measurement = Position & Pick<PlacedPin, 'gpsFix' | 'accuracy'>;

/**
 * The fix behind a pin. A payload with `accuracy` and `verified` as in §3 counts as measured at its
 * pin, just now.
 */
export function measuredFix(
  { gpsFix, accuracy, latitude, longitude }: Measurement,
  now: Date,
): GpsFix | null {
  if (gpsFix) return gpsFix;
  return accuracy === null || accuracy === undefined
    ? null
    : { latitude, longitude, accuracy, takenAt: now.toISOString() };
}

function checkEvidence(pin: Position, gpsFix: GpsFix, now: Date) {
  const ageSeconds = (now.getTime() - new Date(gpsFix.takenAt).getTime()) / 1000;
  const isFresh = ageSeconds <= GPS_FIX_MAX_AGE_SECONDS && ageSeconds >= -CLOCK_SKEW_SECONDS;
  if (!isFresh) throw new AppError('GPS_FIX_STALE', { field: 'location' });
  if (!countyAt(gpsFix)) throw new AppError('OUTSIDE_KENYA', { field: 'location' });
  const distance = distanceMetres(pin, gpsFix);
  if (distance > PROXIMITY_RADIUS_METRES) {
    const inputs = { distanceMetres: Math.round(distance), radiusMetres: PROXIMITY_RADIUS_METRES };
    throw new AppError('PIN_TOO_FAR', { inputs, field: 'location' });
  }
}
