import { sql } from 'drizzle-orm';
import {
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  pgTable,
  real,
  text,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { moment, objectOf, personal } from '#server/tables.ts';
import { farmSizes, farmTypes } from '../rules/farm.ts';

const latitudeRounded = 'radians(round(latitude::numeric, 2)::float8)';
const longitudeRounded = 'radians(round(longitude::numeric, 2)::float8)';
const roundedOnSphere = sql.raw(
  `cube(array[cos(${latitudeRounded}) * cos(${longitudeRounded}), cos(${latitudeRounded}) * sin(${longitudeRounded}), sin(${latitudeRounded})])`,
);
const cube = customType<{ data: string }>({ dataType: () => 'cube' });

/** Keyed by the user's id: one farm per farmer, and a single id per person. */
export const farms = pgTable(
  'farms',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    farmType: text('farm_type', { enum: farmTypes }).notNull(),
    farmSize: text('farm_size', { enum: farmSizes }).notNull(),
    about: text().notNull().default(''),
    /** As typed by the farmer. */
    county: text().notNull(),
    subcounty: text().notNull(),
    addressDescription: text('address_description').notNull(),
    /** The pin, in WGS84 degrees. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** Buyers search by it and see it. */
    pinCounty: text('pin_county').notNull().default(''),
    /**
     * The pin rounded to about a kilometre, on a sphere of radius 1, because three exact distances
     * would reveal the farm's position. An index (extension cube) finds nearby farms.
     */
    sphere: cube().notNull().generatedAlwaysAs(roundedOnSphere),
    coverageRadiusMetres: integer('coverage_radius_metres').notNull(),
    /** All null if the client sent none. */
    gpsLatitude: doublePrecision('gps_latitude'),
    gpsLongitude: doublePrecision('gps_longitude'),
    gpsAccuracyMetres: real('gps_accuracy_metres'),
    gpsTakenAt: moment('gps_taken_at'),
    isGpsDoubtful: boolean('is_gps_doubtful').notNull().default(false),
    isPositionProvisional: boolean('is_position_provisional').notNull().default(false),
    /** Null again once the pin moves. operator_actions records the visitor. */
    visitedAt: moment('visited_at'),
    /** As buyers see it; null if the visitor did not choose to be named. */
    visitedBy: text('visited_by'),
    deliveryFeeCents: integer('delivery_fee_cents').notNull().default(0),
    minimumOrderCents: integer('minimum_order_cents').notNull().default(0),
    /** Because the phone number changed. */
    payoutsHeldUntil: moment('payouts_held_until'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('farms_folded').using('gin', sql`fold_text(${table.name}) gin_trgm_ops`),
    // Used by an earlier version, which may still be running during an upgrade.
    index('farms_name').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
    index('farms_sphere').using('gist', table.sphere),
    index('farms_county').on(table.county),
    index('farms_pin_county').on(table.pinCounty),
    index('farms_gps').on(table.gpsLatitude, table.gpsLongitude),
  ],
);

personal(farms, {
  of: 'userId',
  exported: `name farmType farmSize about county pinCounty subcounty addressDescription latitude
    longitude coverageRadiusMetres gpsLatitude gpsLongitude gpsAccuracyMetres gpsTakenAt
    isPositionProvisional visitedAt visitedBy deliveryFeeCents minimumOrderCents payoutsHeldUntil`,
  omitted: { 'Would show cheats what the checks notice.': 'isGpsDoubtful' },
  technical: 'sphere updatedAt',
});

export const farmData: PersonalData = { single: { farm: objectOf(farms) } };
