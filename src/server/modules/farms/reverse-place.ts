import type { PlacesProvider } from '#server/adapters/geocoder.ts';
import { AppError } from '#server/app-error.ts';
import type { Logger } from '#server/log.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import type { Position } from '#shared/geo.ts';
import type { ReverseAnswer } from '#shared/place.ts';
import { reverseInGazetteer } from './gazetteer.ts';
import { countLookup } from './places/count-lookup.ts';

type Lookup = Position & { clientAddress: string };

/**
 * What a position in Kenya is called. The Nominatim server says so where there is one; where it knows nothing, or fails, the
 * built-in gazetteer does, and the answer says who answered.
 * @throws AppError OUTSIDE_KENYA, TOO_MANY_ATTEMPTS, ADDRESS_LOOKUP_FAILED
 */
export async function reversePlace(
  { clientAddress, ...position }: Lookup,
  { geocoder, log, rateLimits }: { geocoder: PlacesProvider | null; log: Logger; rateLimits: RateLimits },
): Promise<ReverseAnswer> {
  await countLookup(clientAddress, { rateLimits, failure: 'ADDRESS_LOOKUP_FAILED' });
  const builtIn = reverseInGazetteer(position);
  if (!builtIn) throw new AppError('OUTSIDE_KENYA');
  if (!geocoder) return { place: builtIn, source: 'gazetteer', degraded: false };
  try {
    const place = await geocoder.reverse(position);
    return place ? { place, source: 'nominatim', degraded: false } : { place: builtIn, source: 'gazetteer', degraded: false };
  } catch (error) {
    log.warn({ err: error }, 'the geocoder did not answer; the gazetteer does');
    return { place: builtIn, source: 'gazetteer', degraded: true };
  }
}
