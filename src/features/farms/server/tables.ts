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
import { users } from '#features/accounts/server/tables/users.ts';
import { farmSizes, farmTypes } from '#features/farms/rules/farm.ts';
import { moment } from '#platform/server/db/tables/columns.ts';
import { personal } from '#platform/server/personal-data.ts';

const latitudeRounded = 'radians(round(latitude::numeric, 2)::float8)';
const longitudeRounded = 'radians(round(longitude::numeric, 2)::float8)';
const roundedOnSphere = sql.raw(
  `cube(array[cos(${latitudeRounded}) * cos(${longitudeRounded}), cos(${latitudeRounded}) * sin(${longitudeRounded}), sin(${latitudeRounded})])`,
);
const cube = customType<{ data: string }>({ dataType: () => 'cube' });

/** A farmer's farm. Its key is the user's id: one farm per farmer, and a single id per person. */
export const farms = pgTable(
  'farms',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    farmType: text('farm_type', { enum: farmTypes }).notNull(),
    farmSize: text('farm_size', { enum: farmSizes }).notNull(),
    /** The farmer's own description, which buyers read. */
    about: text().notNull().default(''),
    /** As typed by the farmer, for the profile and the address. */
    county: text().notNull(),
    subcounty: text().notNull(),
    addressDescription: text('address_description').notNull(),
    /** The pin, in WGS84 degrees. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /** The pin's county, by which buyers search and which they see. */
    pinCounty: text('pin_county').notNull().default(''),
    /**
     * The pin rounded to about a kilometre, on a sphere of radius 1. Distances shown to others are
     * measured from it. Rounded, because three exact distances would reveal the farm's position. On
     * a sphere, because degrees are not distances, and an index (extension cube) finds nearby
     * farms.
     */
    sphere: cube().notNull().generatedAlwaysAs(roundedOnSphere),
    coverageRadiusMetres: integer('coverage_radius_metres').notNull(),
    /** The measurement behind the pin; all null if the client sent none. */
    gpsLatitude: doublePrecision('gps_latitude'),
    gpsLongitude: doublePrecision('gps_longitude'),
    gpsAccuracyMetres: real('gps_accuracy_metres'),
    gpsTakenAt: moment('gps_taken_at'),
    /**
     * The measurement is implausible: many farms sent the same digits, or the farm moved faster
     * than an aeroplane.
     */
    isGpsDoubtful: boolean('is_gps_doubtful').notNull().default(false),
    /** The pin is the centre of the town that the farmer named by phone, until it is moved. */
    isPositionProvisional: boolean('is_position_provisional').notNull().default(false),
    /**
     * When our staff visited the farm; null again once the pin moves. operator_actions records who
     * it was.
     */
    visitedAt: moment('visited_at'),
    /** The visitor's name as buyers see it; null if the visitor did not choose to be named. */
    visitedBy: text('visited_by'),
    /** In cents, per delivery. */
    deliveryFeeCents: integer('delivery_fee_cents').notNull().default(0),
    /** In cents; smaller orders are refused. */
    minimumOrderCents: integer('minimum_order_cents').notNull().default(0),
    /** Payouts are held until then, because their phone number was changed. */
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
