import { COVERAGE_RADIUS_MAX_METRES } from '#features/farms/rules/limits.ts';
import {
  type BuyerCategory,
  buyerCategoryOf,
  type Category,
  isBuyerCategory,
} from '#features/products/rules/categories.ts';
import type { FindProducts } from '#features/products/rules/product.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';
import {
  EARTH_RADIUS_METRES,
  METRES_PER_KILOMETRE,
  type Position,
} from '#platform/rules/geo/geo.ts';
import { centsOf } from '#platform/rules/money.ts';
import { countyNamed, cropNamed, searchPatterns } from './search-patterns.ts';

/**
 * Three letters and the two per cent signs around them. Shorter patterns are in nearly every farm's
 * name.
 */
const FARM_PATTERN_MIN = 5;

/**
 * What a catalogue query filters by, in the units of the tables; null where nothing is asked for.
 * Each name is a placeholder of the queries, so that one text serves every combination (see
 * offer-queries.ts).
 */
export type OfferFilter = {
  today: Day;
  /** What a name or description is like, by LIKE; see search-patterns.ts. */
  patterns: string[] | null;
  /** The id of the crop that the words of a search name, if they do. */
  searchedCrop: string | null;
  /** The county that they name. */
  searchedCounty: string | null;
  /** The name of a farm that a search may mean, by LIKE. */
  farmPattern: string | null;
  /** The farms with such a name or in that county; see findNamedFarms. */
  namedFarmIds: number[];
  category: BuyerCategory | null;
  /** One of the farmers' categories, several of which may be one of the buyers'. */
  farmerCategory: Category | null;
  organic: true | null;
  /** The one farm whose offers are listed. */
  farmId: number | null;
  county: string | null;
  minPriceCents: number | null;
  maxPriceCents: number | null;
  /** Where the buyer is, on a sphere of radius 1, as PostgreSQL writes a cube. */
  place: string | null;
  /** How far a farm may be at most. */
  reachMetres: number | null;
  /**
   * The chord under that arc, by which an index finds the farms; null where they are too many for
   * that (see reach-queries.ts).
   */
  reachChord: number | null;
  deliversToMe: true | null;
};

/** Offers that expire today are still offered today. */
export function offerFilter(
  input: Omit<FindProducts, 'cursor' | 'sort' | 'limit'>,
  now: Date,
): OfferFilter {
  const { search, category, organic, farmId, county, minPrice, maxPrice, latitude, longitude } =
    input;
  const position =
    latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
  const reachMetres = position && reachOf(input);
  const patterns = search ? searchPatterns(search) : null;
  const farmPattern = patterns?.[0] && patterns[0].length >= FARM_PATTERN_MIN ? patterns[0] : null;
  return {
    today: dayInNairobi(now),
    patterns,
    searchedCrop: search ? (cropNamed(search)?.id ?? null) : null,
    searchedCounty: search && farmPattern ? countyNamed(search) : null,
    farmPattern,
    namedFarmIds: [],
    ...categoriesOf(category),
    organic: organic || null,
    farmId: farmId ?? null,
    county: county ?? null,
    minPriceCents: minPrice === undefined ? null : centsOf(minPrice),
    maxPriceCents: maxPrice === undefined ? null : centsOf(maxPrice),
    place: position && onSphere(position),
    reachMetres,
    reachChord:
      reachMetres === null
        ? null
        : 2 * Math.sin(Math.min(Math.PI / 2, reachMetres / (2 * EARTH_RADIUS_METRES))),
    deliversToMe: (position && input.deliversToMe) || null,
  };
}

function categoriesOf(
  category: FindProducts['category'],
): Pick<OfferFilter, 'category' | 'farmerCategory'> {
  if (category === undefined) return { category: null, farmerCategory: null };
  if (isBuyerCategory(category)) return { category, farmerCategory: null };
  return { category: buyerCategoryOf(category), farmerCategory: category };
}

function onSphere({ latitude, longitude }: Position): string {
  const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return `(${Math.cos(lat) * Math.cos(lon)}, ${Math.cos(lat) * Math.sin(lon)}, ${Math.sin(lat)})`;
}

/**
 * No farm's circle is larger than the largest radius, so that what delivers to me is no farther.
 */
function reachOf({
  maxDistanceKm,
  deliversToMe,
}: Pick<FindProducts, 'maxDistanceKm' | 'deliversToMe'>): number | null {
  if (maxDistanceKm === undefined && !deliversToMe) return null;
  const metres = maxDistanceKm === undefined ? Infinity : maxDistanceKm * METRES_PER_KILOMETRE;
  return deliversToMe ? Math.min(metres, COVERAGE_RADIUS_MAX_METRES) : metres;
}
