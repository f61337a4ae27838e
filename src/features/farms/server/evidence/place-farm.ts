/*
 * Decides on the server what a farm's location is worth. The pin must lie in Kenya (by the county
 * outlines, which are finer than the specification's box: that one holds Arusha too). A measurement
 * must be fresh, in Kenya and no farther from the pin than the proximity radius. A payload with the
 * specification's `accuracy` and `verified` (§3) counts as a measurement at the pin; without any
 * the farm is not shown as verified. Buyers search by and see the county that the pin lies in. For
 * the profile and the address the farmer may name another of the 47, because people count a town at
 * a border to either county.
 */

import { GPS_FIX_MAX_AGE_SECONDS } from '#features/farms/rules/limits.ts';
import { countyAt } from '#features/places/server/county-at.ts';
import { subcountyAt } from '#features/places/server/gazetteer.ts';
import { findCounty } from '#platform/rules/geo/counties.ts';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import type { GpsFix } from '#platform/rules/geo/geo-input.ts';
import { PROXIMITY_RADIUS_METRES } from '#platform/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';

type PlacedPin = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  geofenceRadius: number;
  gpsFix?: GpsFix | null | undefined;
  /** What a payload of the specification (§3) says of its position in place of a fix. */
  accuracy?: number | null | undefined;
};

/** A device's clock may be this far ahead of ours. */
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
  /** Of a farm that was stored already: it stays where it is. */
  pinCounty?: string;
};

/**
 * The county of a pin, and county and subcounty as typed, or where nothing was typed, as the
 * gazetteer has them. @throws as placeFarm
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

type Measurement = Position & Pick<PlacedPin, 'gpsFix' | 'accuracy'>;

/**
 * The fix behind a pin. A payload that has `accuracy` and `verified` as in §3 was measured where
 * its pin is, just now.
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
