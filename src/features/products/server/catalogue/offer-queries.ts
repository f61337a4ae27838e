/*
 * One text serves every combination of filters. An unused filter is null, and the planner drops its
 * condition because it plans each execution for its own values. Conditions on `products` must imply
 * those of its partial indexes. Distances are measured on the sphere from the farm's rounded place;
 * the index orders by the chord.
 */
import { and, between, eq, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { farms, metresOf } from '#farms/server/relation-queries.ts';
import type { ProductFilter } from '#products/rules/find-products.ts';
import { ofFlagFilters, productFlags } from '#products/rules/product-flags.ts';
import { describedColumns, products } from '#products/server/tables.ts';
import { isOffered } from '../relation-queries.ts';
import type { OfferFilter } from './offer-filter.ts';
import { type SearchPlace, searchPlaces } from './read-search.ts';

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

export const productConditions = (): SQL | undefined =>
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

export function farmConditions(source: FarmSource): SQL | undefined {
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

/** By farms_sphere. */
export const isInReach = sql`${farms.sphere} <@ cube_enlarge(${place}, ${reachChord}, 3)`;

/** An index first finds the farms that are near enough. */
export function farmTableConditions(): SQL | undefined {
  const { pinCounty: county, coverageRadiusMetres } = farms;
  return and(
    optional(reachChord, isInReach),
    farmConditions({ county, coverageRadiusMetres, metres: metresOf(chord) }),
  );
}

export const productColumns = {
  ...describedColumns,
  pricePerKgCents: products.pricePerKgCents,
  capturedMetresFromFarm: products.capturedMetresFromFarm,
  capturedAccuracyMetres: products.capturedAccuracyMetres,
  listingRound: products.listingRound,
};

export const farmColumns = {
  farmId: farms.userId,
  farmName: farms.name,
  county: farms.pinCounty,
  coverageRadiusMetres: farms.coverageRadiusMetres,
  deliveryFeeCents: farms.deliveryFeeCents,
  minimumOrderCents: farms.minimumOrderCents,
  gpsAccuracyMetres: farms.gpsAccuracyMetres,
  isGpsDoubtful: farms.isGpsDoubtful,
  visitedAt: farms.visitedAt,
};

export const offerColumns = {
  ...productColumns,
  ...farmColumns,
  distanceMetres: sql<number | null>`case when ${place} is not null then ${metresOf(chord)} end`,
};
