import * as z from 'zod/mini';
import { PLACE_QUERY_MAX } from '#features/places/rules/limits.ts';
import type { County } from '#platform/rules/geo/counties.ts';
import { county } from '#platform/rules/geo/county-input.ts';
import { latitude, longitude, position } from '#platform/rules/geo/geo-input.ts';
import { fieldError, line } from '#platform/rules/text/line.ts';

/** Calls 12 and 13, asked of our own server. */
export const reversePlaceInput = position;
export const searchPlacesInput = z.object({
  query: line('placeQueryRequired').check(
    z.minLength(1, fieldError('placeQueryRequired')),
    z.maxLength(PLACE_QUERY_MAX, fieldError('fieldTooLong')),
  ),
});

/** A county that somebody named for a pin. */
export const checkCountyInput = z.object({ latitude, longitude, county });
export type CheckCounty = z.infer<typeof checkCountyInput>;

/** What kind of place an answer of the built-in gazetteer is, the most important first. */
export const placeKinds = ['county', 'town', 'constituency', 'ward', 'locality'] as const;
export type PlaceKind = (typeof placeKinds)[number];

/**
 * As Nominatim names the parts of an address. Of any answer of ours the county is one of the 47,
 * rightly spelt.
 */
export type PlaceAddress = {
  county: County;
  /**
   * The sub-county: the nearest ward's constituency, which is a suggestion. Absent where the place
   * is a whole county.
   */
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

/**
 * A place in the shape of Nominatim's answers: degrees are text, a bounding box is south, north,
 * west, east.
 */
export type Place = {
  display_name: string;
  lat: string;
  lon: string;
  type: string;
  address: PlaceAddress;
  boundingbox: [string, string, string, string];
};

/** Who answered. Degraded: the Nominatim server should have, and could not. */
type PlaceOrigin = { source: 'nominatim' | 'gazetteer'; degraded: boolean };
export type ReverseAnswer = PlaceOrigin & { place: Place };
export type SearchAnswer = PlaceOrigin & { places: Place[] };
