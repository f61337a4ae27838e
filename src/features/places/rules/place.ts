import * as z from 'zod/mini';
import { type County, counties, findCounty } from '#rules/counties.ts';
import { fieldError, latitude, longitude, position, searchLine } from '#rules/fields.ts';
import { distanceMetres, METRES_PER_DEGREE } from '#rules/geo.ts';
import { ADJUSTMENT_NOTICE_METRES, PLACE_QUERY_MAX, PROXIMITY_RADIUS_METRES } from './limits.ts';

export const county = z.pipe(
  z.pipe(
    z.string(fieldError('countyUnknown')),
    z.transform((typed) => findCounty(typed) ?? typed),
  ),
  z.enum(counties, fieldError('countyUnknown')),
);

export const reversePlaceInput = position;
export const searchPlacesInput = z.object({
  query: searchLine('placeQueryRequired').check(
    z.minLength(1, fieldError('placeQueryRequired')),
    z.maxLength(PLACE_QUERY_MAX, fieldError('fieldTooLong')),
  ),
});

export const checkCountyInput = z.object({ latitude, longitude, county });
export type CheckCounty = z.infer<typeof checkCountyInput>;

/** The most important first. */
export const placeKinds = ['county', 'town', 'constituency', 'ward', 'locality'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/** With Nominatim's names. The county is always one of the 47, in its official spelling. */
export type PlaceAddress = {
  county: County;
  /** A suggestion: the constituency of the nearest ward. Absent for a whole county. */
  state_district?: string | undefined;
  state?: string | undefined;
  suburb?: string | undefined;
  town?: string | undefined;
  village?: string | undefined;
  municipality?: string | undefined;
  city?: string | undefined;
  country: string;
  country_code: 'ke';
};

/** As Nominatim answers: degrees are strings; a bounding box is south, north, west, east. */
export type Place = {
  display_name: string;
  lat: string;
  lon: string;
  type: string;
  address: PlaceAddress;
  boundingbox: [string, string, string, string];
};

/** `degraded`: the gazetteer answered because the Nominatim server failed. */
type PlaceOrigin = { source: 'nominatim' | 'gazetteer'; degraded: boolean };
export type ReverseAnswer = PlaceOrigin & { place: Place };
export type SearchAnswer = PlaceOrigin & { places: Place[] };

/** The result of moving the pin by hand (spec §5). */
export type Adjustment =
  | { outcome: 'noFix' }
  | { outcome: 'tooFar'; distanceMetres: number }
  | { outcome: 'exact' | 'acceptable'; distanceMetres: number };

export function judgeAdjustment(fix: Position | null, pin: Position): Adjustment {
  if (!fix) return { outcome: 'noFix' };
  const distance = distanceMetres(fix, pin);
  if (distance > PROXIMITY_RADIUS_METRES) return { outcome: 'tooFar', distanceMetres: distance };
  return {
    outcome: distance > ADJUSTMENT_NOTICE_METRES ? 'acceptable' : 'exact',
    distanceMetres: distance,
  };
}

export function movedBy(
  { latitude, longitude }: Position,
  { north, east }: { north: number; east: number },
): Position {
  return {
    latitude: latitude + north / METRES_PER_DEGREE,
    longitude: longitude + east / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)),
  };
}
