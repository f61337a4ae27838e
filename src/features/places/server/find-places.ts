import type { County } from '#rules/counties.ts';
import { MINUTE_SECONDS } from '#rules/limits.ts';
import { AppError } from '#server/app-error.ts';
import type { RateRule } from '#server/rate-limits.ts';
import { NEAR_TOWN_METRES, PLACE_SEARCH_RESULTS_MAX } from '../rules/limits.ts';
import type {
  CheckCounty,
  Place,
  PlaceAddress,
  PlaceKind,
  ReverseAnswer,
  SearchAnswer,
} from '../rules/place.ts';
import {
  countyAt,
  countyExtent,
  isFarFromCounty,
  nearestRow,
  type Row,
  rowsOfCounty,
} from './county-at.ts';
import { findNames } from './find-names.ts';

const placeLookup: RateRule = { name: 'placeLookup', points: 600, seconds: MINUTE_SECONDS };

/** At most five places, the best first. Falls back to the gazetteer. */
export async function searchPlaces(
  call: Call,
  { query }: { query: string },
): Promise<SearchAnswer> {
  const { geocoder, withoutSlot, log } = call;
  await countLookup(call, 'PLACE_SEARCH_FAILED');
  if (!geocoder)
    return { places: await gazetteer.search(query), source: 'gazetteer', degraded: false };
  try {
    const places = await withoutSlot(() => geocoder.search(query));
    return { places, source: 'nominatim', degraded: false };
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer; the gazetteer does');
    return { places: await gazetteer.search(query), source: 'gazetteer', degraded: true };
  }
}

/** If the Nominatim server knows nothing or fails, the gazetteer answers. */
export async function reversePlace(call: Call, position: Position): Promise<ReverseAnswer> {
  const { geocoder, withoutSlot, log } = call;
  await countLookup(call, 'ADDRESS_LOOKUP_FAILED');
  const builtIn = reverseInGazetteer(position);
  if (!builtIn) throw new AppError('OUTSIDE_KENYA');
  if (!geocoder) return { place: builtIn, source: 'gazetteer', degraded: false };
  try {
    const place = await withoutSlot(() => geocoder.reverse(position));
    return place
      ? { place, source: 'nominatim', degraded: false }
      : { place: builtIn, source: 'gazetteer', degraded: false };
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer; the gazetteer does');
    return { place: builtIn, source: 'gazetteer', degraded: true };
  }
}

/** `isFar`: the farmer should confirm the given county. */
export async function checkCounty(_: Call, { county, ...pin }: CheckCounty) {
  return { pinCounty: countyAt(pin), isFar: isFarFromCounty(county, pin) };
}

/**
 * Throws `failure` when the lookup cannot be counted, because nothing would limit the calls then.
 */
async function countLookup({ clientAddress, rateLimits }: Call, failure: ErrorCode) {
  try {
    await rateLimits.consume(placeLookup, clientAddress);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError(failure, {}, error);
  }
}

/** From an answer's point to the edges of its bounding box (0.01 degrees is 1.1 km). */
const REACH_DEGREES = { town: 0.03, constituency: 0.15, ward: 0.05, locality: 0.05 };

/** Has an answer for every position in Kenya. */
export const gazetteer: PlacesProvider = {
  reverse: async (position) => reverseInGazetteer(position),
  search: async (query) =>
    findNames(query, PLACE_SEARCH_RESULTS_MAX).map((found) => toPlace(found)),
};

/**
 * "Kakuma, Turkana West, Turkana". Addresses are stored and read in both languages, so they consist
 * of names only.
 */
export function reverseInGazetteer(position: Position): Place | null {
  const county = countyAt(position);
  if (!county) return null;
  const town = nearestRow(rowsOfCounty(county, 'town'), position);
  const ward = nearestRow(rowsOfCounty(county, 'ward'), position)?.row;
  const near = town && town.metres <= NEAR_TOWN_METRES ? town.row : ward;
  const subcounty = subcountyAt(county, position);
  return {
    display_name: near ? listed(near.name, subcounty, county) : county,
    lat: String(position.latitude),
    lon: String(position.longitude),
    type: near?.kind ?? 'county',
    address: addressOf(county, { subcounty, kind: near?.kind, name: near?.name }),
    boundingbox: boxAround(position, REACH_DEGREES.town),
  };
}

/** By the nearest ward in the county, because there are no outlines of sub-counties. */
export function subcountyAt(county: County, position: Position) {
  return nearestRow(rowsOfCounty(county, 'ward'), position)?.row.constituency;
}

/** By the nearest centre, because there are no outlines of wards. */
export const wardAt = (county: County, position: Position) =>
  nearestRow(rowsOfCounty(county, 'ward'), position)?.row.name;

type Found = { kind: 'county'; county: County } | Row;

function toPlace(found: Found): Place {
  if (found.kind === 'county') {
    const { label, bounds } = countyExtent(found.county);
    return {
      display_name: found.county,
      ...pointOf(label),
      type: 'county',
      address: addressOf(found.county, {}),
      boundingbox: [
        String(bounds.south),
        String(bounds.north),
        String(bounds.west),
        String(bounds.east),
      ],
    };
  }
  const { kind, name, county, position, near } = found;
  const subcounty = found.constituency ?? subcountyAt(county, position);
  return {
    display_name: listed(name, near ?? subcounty, county),
    ...pointOf(position),
    type: kind,
    address: addressOf(county, { subcounty, kind, name }),
    boundingbox: boxAround(position, REACH_DEGREES[kind]),
  };
}

/** "Nyeri", not "Nyeri, Nyeri Town, Nyeri". The county comes last, because names repeat. */
function listed(name: string, within: string | undefined, county: County) {
  const isRepeated = within === undefined || within === name || within === `${name} Town`;
  return [...(name === county ? [] : [name]), ...(isRepeated ? [] : [within]), county].join(', ');
}

const pointOf = ({ latitude, longitude }: Position) => ({
  lat: String(latitude),
  lon: String(longitude),
});

type AddressParts = {
  subcounty?: string | undefined;
  kind?: PlaceKind | undefined;
  name?: string | undefined;
};

function addressOf(county: County, { subcounty, kind, name }: AddressParts): PlaceAddress {
  return {
    county,
    ...(subcounty && { state_district: subcounty }),
    ...(kind === 'town' && { town: name }),
    ...((kind === 'ward' || kind === 'locality') && { village: name }),
    country: 'Kenya',
    country_code: 'ke',
  };
}

function boxAround({ latitude, longitude }: Position, reach: number): Place['boundingbox'] {
  const text = (degrees: number) => degrees.toFixed(4);
  return [
    text(latitude - reach),
    text(latitude + reach),
    text(longitude - reach),
    text(longitude + reach),
  ];
}

declare global {
  interface Services {
    /** Null: only the built-in gazetteer. */
    geocoder: PlacesProvider | null;
  }
}

export type PlacesProvider = {
  /** The position is in Kenya; null when it has no address. */
  reverse(position: Position): Promise<Place | null>;
  /** At most five, the best first. */
  search(query: string): Promise<Place[]>;
};
