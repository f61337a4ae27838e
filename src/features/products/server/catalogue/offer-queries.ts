/*
 * One text serves every combination of filters. An unused filter is null, and the planner drops its
 * condition because it plans each execution for its own values. Conditions on `products` must imply
 * those of its partial indexes. Distances are measured on the sphere from the farm's rounded place;
 * the index orders by the chord.
 */

import { and, between, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { COVERAGE_RADIUS_MAX_METRES } from '#farms/rules/farm.ts';
import { farms, metresOf } from '#farms/server/queries.ts';
import type { FindProducts, ProductFilter } from '#products/rules/find-products.ts';
import {
  type BuyerCategory,
  buyerCategoryOf,
  type Category,
  type FlagFilter,
  isBuyerCategory,
  ofFlagFilters,
  productFlags,
} from '#products/rules/product-facts.ts';
import { centsOf } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { EARTH_RADIUS_METRES, METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { pick } from '#server/database.ts';
import { isOffered } from '../queries.ts';
import { farmPatternOf, readSearch, type SearchPlace, searchPlaces } from '../read-search.ts';
import { describedColumns, products } from '../tables.ts';

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

/** Each name is a placeholder, so that one text serves every combination below. */
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

export function onSphere({ latitude, longitude }: Position) {
  const [lat, lon] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return `(${Math.cos(lat) * Math.cos(lon)}, ${Math.cos(lat) * Math.sin(lon)}, ${Math.sin(lat)})`;
}

/** `deliversToMe` limits the distance to the largest delivery radius. */
function reachOf({
  maxDistanceKm,
  deliversToMe,
}: Pick<FindProducts, 'maxDistanceKm' | 'deliversToMe'>) {
  if (maxDistanceKm === undefined && !deliversToMe) return null;
  const metres = maxDistanceKm === undefined ? Infinity : maxDistanceKm * METRES_PER_KILOMETRE;
  return deliversToMe ? Math.min(metres, COVERAGE_RADIUS_MAX_METRES) : metres;
}

type SqlType = 'int' | 'int[]' | 'float8' | 'text' | 'text[]' | 'date' | 'boolean' | 'cube';

export const given = (name: keyof OfferFilter, type: SqlType) =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const optional = (value: SQL, condition: SQL | undefined) => or(sql`${value} is null`, condition);

const place = given('place', 'cube');
const reachMetres = given('reachMetres', 'float8');
const reachChord = given('reachChord', 'float8');

export const chord = sql<number>`(${farms.sphere} <-> ${place})`;

type NamedFarms = (place: SearchPlace | 'Whole') => SQL;

/** By products_folded, products_offered_crop_price and products_offered_farmer, combined. */
const hasWord = (place: SearchPlace, farmsNamed: NamedFarms) =>
  or(
    sql`${products.foldedText} like any(${given(`patterns${place}`, 'text[]')})`,
    and(
      isNull(products.crop),
      sql`${products.foldedText} like any(${given(`names${place}`, 'text[]')})`,
    ),
    sql`${products.crop} = any(${given(`crops${place}`, 'text[]')})`,
    sql`${products.farmerId} = any(${farmsNamed(place)})`,
  );

export const hasWords = (count: number, farmsNamed: NamedFarms) =>
  or(
    count === 0
      ? sql`false`
      : and(...searchPlaces.slice(0, count).map((place) => hasWord(place, farmsNamed))),
    sql`${products.farmerId} = any(${farmsNamed('Whole')})`,
  );

const givenFarms: NamedFarms = (place) => given(`farms${place}`, 'int[]');
const wordCount = given('wordCount', 'int');
const isSearchedFor = or(
  and(
    sql`${wordCount} > 0`,
    ...searchPlaces.map((place) =>
      optional(given(`patterns${place}`, 'text[]'), hasWord(place, givenFarms)),
    ),
  ),
  sql`${products.farmerId} = any(${givenFarms('Whole')})`,
);

const [category, farmerCategory] = [given('category', 'text'), given('farmerCategory', 'text')];
const farmId = given('farmId', 'int');
const [minimum, maximum] = [given('minPriceCents', 'int'), given('maxPriceCents', 'int')];

type FarmFilterName = 'county' | 'maxDistanceKm' | 'deliversToMe';
type Conditions<Name extends string> = Record<Name, SQL | undefined>;

const productFilters: Conditions<Exclude<ProductFilter, FarmFilterName | 'maxPrice'>> = {
  // By products_offered_farmer: a farm lists at most PRODUCTS_PER_FARM_MAX products.
  farmId: optional(farmId, eq(products.farmerId, farmId)),
  search: optional(wordCount, isSearchedFor),
  category: and(
    optional(category, eq(products.buyerCategory, category)),
    optional(farmerCategory, sql`${products.category}::text = ${farmerCategory}`),
  ),
  ...ofFlagFilters((flag) =>
    optional(given(productFlags[flag], 'boolean'), eq(products[flag], sql`true`)),
  ),
  minPrice: optional(sql`coalesce(${minimum}, ${maximum})`, isPricedWithin(minimum, maximum)),
};

export const productConditions = () =>
  and(isOffered(given('today', 'date')), products.isInStock, ...Object.values(productFilters));

/** By products_offered_price_per_kg and products_offered_price. */
function isPricedWithin(minimum: SQL, maximum: SQL) {
  const { priceCents, pricePerKgCents } = products;
  const [least, most] = [sql`coalesce(${minimum}, 0)`, sql`coalesce(${maximum}, 2147483647)`];
  return or(
    between(pricePerKgCents, least, most),
    and(isNull(pricePerKgCents), between(priceCents, least, most)),
  );
}

export const isAboutFarms = ({ county, reachMetres }: OfferFilter) =>
  county !== null || reachMetres !== null;

type FarmSource = { county: SQLWrapper; coverageRadiusMetres: SQLWrapper; metres: SQLWrapper };

export function farmConditions(source: FarmSource) {
  const county = given('county', 'text');
  const filters: Conditions<FarmFilterName> = {
    county: optional(county, sql`${source.county} = ${county}`),
    maxDistanceKm: optional(reachMetres, sql`${source.metres} <= ${reachMetres}`),
    deliversToMe: optional(
      given('deliversToMe', 'boolean'),
      sql`${source.metres} <= ${source.coverageRadiusMetres}`,
    ),
  };
  return and(...Object.values(filters));
}

export const isInReach = sql`${farms.sphere} <@ cube_enlarge(${place}, ${reachChord}, 3)`;

/** An index first finds the farms that are near enough. */
export function farmTableConditions() {
  const { pinCounty: county, coverageRadiusMetres } = farms;
  return and(
    optional(reachChord, isInReach),
    farmConditions({ county, coverageRadiusMetres, metres: metresOf(chord) }),
  );
}

export const productColumns = {
  ...describedColumns,
  ...pick(products, 'pricePerKgCents capturedMetresFromFarm capturedAccuracyMetres listingRound'),
};

export const farmColumns = {
  farmId: farms.userId,
  farmName: farms.name,
  county: farms.pinCounty,
  ...pick(
    farms,
    'coverageRadiusMetres deliveryFeeCents minimumOrderCents gpsAccuracyMetres isGpsDoubtful',
    'visitedAt',
  ),
};

export const offerColumns = {
  ...productColumns,
  ...farmColumns,
  distanceMetres: sql<number | null>`case when ${place} is not null then ${metresOf(chord)} end`,
};
