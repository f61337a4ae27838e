import * as z from 'zod/mini';
import {
  ADDRESS_MAX,
  PLACE_NAME_MAX,
  PLACE_SEARCH_RESULTS_MAX,
} from '#features/places/rules/limits.ts';
import type { Place } from '#features/places/rules/place.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { countyAt } from './county-at.ts';
import { subcountyAt } from './gazetteer.ts';

/**
 * Text from outside. Control characters and lone surrogates are removed, because the database would
 * refuse some of them, and the text is cut to the length of our own fields.
 */
const outsideText = (most: number) =>
  z.pipe(
    z.string(),
    z.transform((text) =>
      [...text.replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ').trim()].slice(0, most).join(''),
    ),
  );
const degrees = z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,20})?$/));
/** A part that is not a string is left out. */
const part = z.catch(z.optional(outsideText(PLACE_NAME_MAX)), undefined);

const nominatimPlace = z.object({
  display_name: outsideText(ADDRESS_MAX),
  lat: degrees,
  lon: degrees,
  type: z.catch(outsideText(PLACE_NAME_MAX), 'place'),
  address: z.object({
    country_code: z.optional(z.string()),
    state: part,
    suburb: part,
    town: part,
    village: part,
    municipality: part,
    city: part,
  }),
  boundingbox: z.tuple([degrees, degrees, degrees, degrees]),
});
const noAddress = z.object({ error: z.string() });

/**
 * Reads the answer for a position; null when the server knows no address there, or one in another
 * country. The county and sub-county are our own, because Nominatim's levels differ from place to
 * place in Kenya.
 * @throws when it is not an answer to call 12
 */
export function readReverseAnswer(json: unknown, position: Position): Place | null {
  if (noAddress.safeParse(json).success) return null;
  return toPlace(nominatimPlace.parse(json), position);
}

/**
 * Reads the places that the server found and drops those outside Kenya.
 * @throws when it is not an answer to call 13
 */
export function readSearchAnswer(json: unknown): Place[] {
  return z
    .array(nominatimPlace)
    .parse(json)
    .flatMap(
      (found) =>
        toPlace(found, { latitude: Number(found.lat), longitude: Number(found.lon) }) ?? [],
    )
    .slice(0, PLACE_SEARCH_RESULTS_MAX);
}

function toPlace(found: z.infer<typeof nominatimPlace>, at: Position): Place | null {
  const county = countyAt(at);
  const { country_code: countryCode, ...parts } = found.address;
  if (!county || (countryCode !== undefined && countryCode.toLowerCase() !== 'ke')) return null;
  return {
    ...found,
    address: {
      ...parts,
      county,
      state_district: subcountyAt(county, at),
      country: 'Kenya',
      country_code: 'ke',
    },
  };
}
