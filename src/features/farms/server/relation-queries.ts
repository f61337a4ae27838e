import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { COVERAGE_RADIUS_MAX_METRES } from '#farms/rules/limits.ts';
import { EARTH_RADIUS_METRES } from '#platform/rules/geo.ts';
import { farms as table } from './tables.ts';

/** For joins by other features. PostgreSQL plans it like the table itself. */
export const farms = new QueryBuilder()
  .select({
    userId: table.userId,
    name: table.name,
    foldedName: sql<string>`fold_text(${table.name})`.as('folded_name'),
    farmType: table.farmType,
    farmSize: table.farmSize,
    county: table.county,
    subcounty: table.subcounty,
    addressDescription: table.addressDescription,
    latitude: table.latitude,
    longitude: table.longitude,
    pinCounty: table.pinCounty,
    sphere: table.sphere,
    coverageRadiusMetres: table.coverageRadiusMetres,
    gpsAccuracyMetres: table.gpsAccuracyMetres,
    isGpsDoubtful: table.isGpsDoubtful,
    isPositionProvisional: table.isPositionProvisional,
    visitedAt: table.visitedAt,
    visitedBy: table.visitedBy,
    deliveryFeeCents: table.deliveryFeeCents,
    minimumOrderCents: table.minimumOrderCents,
    payoutsHeldUntil: table.payoutsHeldUntil,
  })
  .from(table)
  .as('farms');

const EARTH_DIAMETER_METRES = 2 * EARTH_RADIUS_METRES;
const LONGEST_DELIVERY_CHORD = 2 * Math.sin(COVERAGE_RADIUS_MAX_METRES / EARTH_DIAMETER_METRES);
const figure = (value: number) => sql.raw(`${value}::float8`);

/** The length in metres of the arc over a chord of the unit sphere. */
export const metresOf = (chord: SQLWrapper) =>
  sql<number>`(${figure(EARTH_DIAMETER_METRES)} * asin(least(1, ${chord} / 2)))`;

type Place = { latitude: SQLWrapper; longitude: SQLWrapper };

const onSphere = ({ latitude, longitude }: Place) => {
  const [lat, lon] = [sql`radians(${latitude})`, sql`radians(${longitude})`];
  return sql`cube(array[cos(${lat}) * cos(${lon}), cos(${lat}) * sin(${lon}), sin(${lat})])`;
};

/** Orders by nearness to a place. By farms_sphere. */
export const chordTo = (place: Place): SQL => sql`(${farms.sphere} <-> ${onSphere(place)})`;

/** By farms_sphere. */
export function deliversTo(at: Place): SQL {
  const place = onSphere(at);
  const metres = metresOf(sql`(${farms.sphere} <-> ${place})`);
  return sql`(${farms.sphere} <@ cube_enlarge(${place}, ${figure(LONGEST_DELIVERY_CHORD)}, 3)
    and ${metres} <= ${farms.coverageRadiusMetres})`;
}
