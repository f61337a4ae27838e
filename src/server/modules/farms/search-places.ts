import type { PlacesProvider } from '#server/adapters/geocoder.ts';
import type { Logger } from '#server/log.ts';
import type { RateLimits } from '#server/rate-limits.ts';
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
  { geocoder, log, rateLimits }: { geocoder: PlacesProvider | null; log: Logger; rateLimits: RateLimits },
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
