import type { Services } from '#server/services.ts';
import type { SearchAnswer } from '#shared/place.ts';
import { gazetteer } from './gazetteer.ts';
import { countLookup } from './places/count-lookup.ts';

type Search = { query: string; clientAddress: string };

/**
 * Where in Kenya a name lies: at most five places, the best first. The Nominatim server where there is one, else the gazetteer.
 * @throws AppError TOO_MANY_ATTEMPTS, PLACE_SEARCH_FAILED
 */
export async function searchPlaces(
  { query, clientAddress }: Search,
  { geocoder, log, rateLimits }: Pick<Services, 'geocoder' | 'log' | 'rateLimits'>,
): Promise<SearchAnswer> {
  await countLookup(clientAddress, { rateLimits, failure: 'PLACE_SEARCH_FAILED' });
  if (!geocoder) return { places: await gazetteer.search(query), source: 'gazetteer', degraded: false };
  try {
    return { places: await geocoder.search(query), source: 'nominatim', degraded: false };
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer; the gazetteer does');
    return { places: await gazetteer.search(query), source: 'gazetteer', degraded: true };
  }
}
