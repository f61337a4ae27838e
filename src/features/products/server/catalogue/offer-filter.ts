import { COVERAGE_RADIUS_MAX_METRES } from '#farms/rules/limits.ts';
import { type Day, dayInNairobi } from '#platform/rules/day.ts';
import { EARTH_RADIUS_METRES, METRES_PER_KILOMETRE, type Position } from '#platform/rules/geo.ts';
import { centsOf } from '#platform/rules/money.ts';
import {
  type BuyerCategory,
  buyerCategoryOf,
  type Category,
  isBuyerCategory,
} from '#products/rules/categories.ts';
import type { FindProducts } from '#products/rules/find-products.ts';
import { type FlagFilter, ofFlagFilters, productFlags } from '#products/rules/product-flags.ts';
import { farmPatternOf, readSearch, type SearchPlace, searchPlaces } from './read-search.ts';

/** Null if the search has fewer words. See read-search.ts. */
type WordFilter = Record<
  `patterns${SearchPlace}` | `names${SearchPlace}` | `crops${SearchPlace}`,
  string[] | null
>;

/** First for the whole search, then for each word. See findNamedFarms. */
type FarmFilter = {
  farmPatterns: (string | null)[] | null;
  searchedCounties: (string | null)[] | null;
} & Record<`farms${'Whole' | SearchPlace}`, number[]>;

/** Each name is a placeholder, so that one text serves every combination (offer-queries.ts). */
export type OfferFilter = WordFilter &
  FarmFilter &
  Record<FlagFilter, true | null> & {
    today: Day;
    wordCount: number | null;
    category: BuyerCategory | null;
    farmerCategory: Category | null;
    farmId: number | null;
    county: string | null;
    minPriceCents: number | null;
    maxPriceCents: number | null;
    /** On a sphere of radius 1, in PostgreSQL's notation for a cube. */
    place: string | null;
    reachMetres: number | null;
    /** Null if too many farms are in reach (catalogue/queries.ts). */
    reachChord: number | null;
    deliversToMe: true | null;
  };

/** Offers that expire today are still offered today. */
export function offerFilter(
  input: Omit<FindProducts, 'cursor' | 'sort' | 'limit'>,
  now: Date,
): OfferFilter {
  const { search, category, farmId, county, minPrice, maxPrice, latitude, longitude } = input;
  const position =
    latitude !== undefined && longitude !== undefined ? { latitude, longitude } : null;
  const reachMetres = position && reachOf(input);
  return {
    today: dayInNairobi(now),
    ...searchFilter(search || undefined),
    ...categoriesOf(category),
    ...ofFlagFilters((flag) => input[productFlags[flag]] || null),
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

type SearchFilter = WordFilter & FarmFilter & Pick<OfferFilter, 'wordCount'>;

function searchFilter(search: string | undefined): SearchFilter {
  const words = search === undefined ? [] : readSearch(search);
  const filter: Record<string, unknown> = {
    wordCount: search === undefined ? null : words.length,
    farmPatterns:
      search === undefined
        ? null
        : [farmPatternOf(search), ...words.map(({ farmPattern }) => farmPattern)],
    searchedCounties: search === undefined ? null : [null, ...words.map(({ county }) => county)],
    farmsWhole: [],
  };
  for (const place of searchPlaces) {
    const { patterns = null, names = null, crops = null } = words[place] ?? {};
    filter[`patterns${place}`] = patterns;
    filter[`names${place}`] = names;
    filter[`crops${place}`] = crops;
    filter[`farms${place}`] = [];
  }
  // TypeScript cannot follow the keys that are built from the places.
  return filter as SearchFilter;
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

/** `deliversToMe` limits the distance to the largest delivery radius. */
function reachOf({
  maxDistanceKm,
  deliversToMe,
}: Pick<FindProducts, 'maxDistanceKm' | 'deliversToMe'>): number | null {
  if (maxDistanceKm === undefined && !deliversToMe) return null;
  const metres = maxDistanceKm === undefined ? Infinity : maxDistanceKm * METRES_PER_KILOMETRE;
  return deliversToMe ? Math.min(metres, COVERAGE_RADIUS_MAX_METRES) : metres;
}
