/*
 * What catalogue queries have in common. "Offered" is written exactly as the partial indexes say it, or the planner would not
 * use them. Distances are measured on the sphere from the farm's rounded place (see the farms table); the chord between two
 * points of the unit sphere is what the index orders by.
 */
import { and, eq, gte, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { farms } from '#server/db/schema/farms.ts';
import { products } from '#server/db/schema/products.ts';
import { isFound } from '#server/modules/products/stock/queries.ts';
import { EARTH_RADIUS_METRES } from '#shared/geo.ts';
import type { OfferFilter } from './offer-filter.ts';

const EARTH_DIAMETER_METRES = 2 * EARTH_RADIUS_METRES;

/** Where a value of the filter goes. */
const given = (name: keyof OfferFilter) => sql.placeholder(name);

/** What comes with every filter, and what only says where the buyer is and how far to go. */
const BESIDE_FILTERS: readonly string[] = ['today', 'x', 'y', 'z', 'reachMetres', 'reachChord', 'isWideReach', 'deliversToMe'];

/**
 * The key under which a query of such a filter is kept, or null where it is not worth it: a connection holds 80 kB of each that
 * it knows, so somebody who asked for all combinations (over two thousand) would fill the database's memory with them.
 * @param query all else that its text depends on
 */
export function keyOf(query: string, filter: OfferFilter): string | null {
  const names = Object.keys(filter);
  const asked = names.filter((name) => !BESIDE_FILTERS.includes(name));
  const isUsual = asked.length <= 1 || asked.every((name) => name === 'pattern' || name === 'category');
  return isUsual ? `${query} ${names.join()}` : null;
}

const isOffered = sql`${products.deletedAt} is null and ${products.hiddenAt} is null and ${products.status} = 'available' and ${products.quantity} > 0`;

const place = sql`cube(array[${given('x')}::float8, ${given('y')}::float8, ${given('z')}::float8])`;

/** From a farm to the buyer's place. */
export const chord = sql<number>`(${farms.sphere} <-> ${place})`;
/** The arc over a chord. */
export const metresOf = (over: SQLWrapper) =>
  sql<number>`(${sql.raw(String(EARTH_DIAMETER_METRES))}::float8 * asin(least(1, ${over} / 2)))`;

export function productConditions(filter: OfferFilter): SQL | undefined {
  return and(
    isOffered,
    or(isNull(products.expiryDate), gte(products.expiryDate, given('today'))),
    filter.pattern !== undefined ? isFound(given('pattern')) : undefined,
    filter.category ? eq(products.buyerCategory, given('category')) : undefined,
    filter.organic ? eq(products.isOrganic, true) : undefined,
    filter.minPriceCents !== undefined ? gte(products.priceCents, given('minPriceCents')) : undefined,
    filter.maxPriceCents !== undefined ? lte(products.priceCents, given('maxPriceCents')) : undefined,
  );
}

/** Whether the farms matter to a filter at all: a query that only counts need not look at them otherwise. */
export const isAboutFarms = ({ county, reachMetres }: OfferFilter) => county !== undefined || reachMetres !== undefined;

type FarmSource = { county: SQLWrapper; coverageRadiusMetres: SQLWrapper; metres: SQLWrapper };

/** What a farm must be, wherever its columns come from; `metres` is how far it is. */
export function farmConditions(filter: OfferFilter, { county, coverageRadiusMetres, metres }: FarmSource): SQL | undefined {
  return and(
    filter.county !== undefined ? sql`${county} = ${given('county')}` : undefined,
    filter.reachMetres !== undefined ? sql`${metres} <= ${given('reachMetres')}::float8` : undefined,
    filter.deliversToMe ? sql`${metres} <= ${coverageRadiusMetres}` : undefined,
  );
}

/** Of the farms table, by farms_sphere. */
export const isInReach = sql`${farms.sphere} <@ cube_enlarge(${place}, ${given('reachChord')}::float8, 3)`;

/** The same of the farms table, where an index finds the few that are near enough before each is measured. */
export function farmTableConditions(filter: OfferFilter): SQL | undefined {
  const { pinCounty: county, coverageRadiusMetres } = farms;
  return and(
    filter.reachChord !== undefined && !filter.isWideReach ? isInReach : undefined,
    farmConditions(filter, { county, coverageRadiusMetres, metres: metresOf(chord) }),
  );
}

export const productColumns = {
  id: products.id,
  name: products.name,
  category: products.category,
  description: products.description,
  quantity: products.quantity,
  unit: products.unit,
  priceCents: products.priceCents,
  pricePerKgCents: products.pricePerKgCents,
  netWeightKg: products.netWeightKg,
  isOrganic: products.isOrganic,
  harvestDate: products.harvestDate,
  expiryDate: products.expiryDate,
  capturedMetresFromFarm: products.capturedMetresFromFarm,
  capturedAccuracyMetres: products.capturedAccuracyMetres,
  createdAt: products.createdAt,
  listingRound: products.listingRound,
};

export const farmColumns = {
  farmId: farms.userId,
  farmName: farms.name,
  county: farms.pinCounty,
  coverageRadiusMetres: farms.coverageRadiusMetres,
  gpsAccuracyMetres: farms.gpsAccuracyMetres,
  isGpsDoubtful: farms.isGpsDoubtful,
  visitedAt: farms.visitedAt,
};

export const offerColumns = (filter: OfferFilter) => ({
  ...productColumns,
  ...farmColumns,
  distanceMetres: filter.x === undefined ? sql<number | null>`null` : metresOf(chord),
});
