import { MINUTE_SECONDS } from '#platform/rules/durations.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { Position } from '#platform/rules/geo.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { RateRule } from '#platform/server/rate-limits.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import type { CheckCounty, ReverseAnswer, SearchAnswer } from '../rules/place.ts';
import { countyAt, isFarFromCounty } from './county-at.ts';
import { gazetteer, reverseInGazetteer } from './gazetteer.ts';

const placeLookup: RateRule = { name: 'placeLookup', points: 600, seconds: MINUTE_SECONDS };

/** At most five places, the best first. Falls back to the gazetteer. */
export async function searchPlaces(
  call: Call,
  { query }: { query: string },
): Promise<SearchAnswer> {
  const { geocoder, log } = call;
  await countLookup(call, 'PLACE_SEARCH_FAILED');
  if (!geocoder)
    return { places: await gazetteer.search(query), source: 'gazetteer', degraded: false };
  try {
    return { places: await geocoder.search(query), source: 'nominatim', degraded: false };
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer; the gazetteer does');
    return { places: await gazetteer.search(query), source: 'gazetteer', degraded: true };
  }
}

/** If the Nominatim server knows nothing or fails, the gazetteer answers. */
export async function reversePlace(call: Call, position: Position): Promise<ReverseAnswer> {
  const { geocoder, log } = call;
  await countLookup(call, 'ADDRESS_LOOKUP_FAILED');
  const builtIn = reverseInGazetteer(position);
  if (!builtIn) throw new AppError('OUTSIDE_KENYA');
  if (!geocoder) return { place: builtIn, source: 'gazetteer', degraded: false };
  try {
    const place = await geocoder.reverse(position);
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
