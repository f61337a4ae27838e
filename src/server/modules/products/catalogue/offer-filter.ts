import { type Day, dayInNairobi } from '#shared/day.ts';
import { EARTH_RADIUS_METRES, METRES_PER_KILOMETRE, type Position } from '#shared/geo.ts';
import { COVERAGE_RADIUS_MAX_METRES } from '#shared/limits.ts';
import { centsOf } from '#shared/money.ts';
import type { BuyerCategory, FindProducts } from '#shared/product.ts';
import { patternOf } from '../stock/queries.ts';

/** Where the buyer is, on a sphere of radius 1. */
export type OnSphere = { x: number; y: number; z: number };

/**
 * What a catalogue query filters by, in the units of the tables; what isn't asked for isn't there. Each name is a place in the
 * queries, and which names there are decides what a query reads like.
 */
export type OfferFilter = Partial<OnSphere> & {
  today: Day;
  pattern?: string;
  category?: BuyerCategory;
  organic?: true;
  county?: string;
  minPriceCents?: number;
  maxPriceCents?: number;
  /** How far a farm may be at most, as an arc and as the chord under it. */
  reachMetres?: number;
  reachChord?: number;
  /** Many farms lie within it: what they offer is found first, and then how far each is. See reach-queries.ts. */
  isWideReach?: true;
  deliversToMe?: true;
};

/** Offers that expire today are still offered today. */
export function offerFilter(input: Omit<FindProducts, 'cursor' | 'sort'>, now: Date): OfferFilter {
  const { search, category, organic, county, minPrice, maxPrice, latitude, longitude } = input;
  return {
    today: dayInNairobi(now),
    ...(search && { pattern: patternOf(search) }),
    ...(category && { category }),
    ...(organic && { organic }),
    ...(county && { county }),
    ...(minPrice !== undefined && { minPriceCents: centsOf(minPrice) }),
    ...(maxPrice !== undefined && { maxPriceCents: centsOf(maxPrice) }),
    ...(latitude !== undefined && longitude !== undefined && { ...onSphere({ latitude, longitude }), ...reachOf(input) }),
  };
}

export function onSphere({ latitude, longitude }: Position): OnSphere {
  const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return { x: Math.cos(lat) * Math.cos(lon), y: Math.cos(lat) * Math.sin(lon), z: Math.sin(lat) };
}

/** No farm's circle is larger than the largest radius, so that what delivers to me is no farther. */
function reachOf({ maxDistanceKm, deliversToMe }: Pick<FindProducts, 'maxDistanceKm' | 'deliversToMe'>) {
  const reachMetres = Math.min(
    maxDistanceKm === undefined ? Infinity : maxDistanceKm * METRES_PER_KILOMETRE,
    deliversToMe ? COVERAGE_RADIUS_MAX_METRES : Infinity,
  );
  if (reachMetres === Infinity) return {};
  const reachChord = 2 * Math.sin(Math.min(Math.PI / 2, reachMetres / (2 * EARTH_RADIUS_METRES)));
  return { reachMetres, reachChord, ...(deliversToMe && { deliversToMe }) };
}
