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
import { moment } from '#platform/server/db/tables/columns.ts';

const latitudeRounded = 'radians(round(latitude::numeric, 2)::float8)';
const longitudeRounded = 'radians(round(longitude::numeric, 2)::float8)';
const roundedOnSphere = sql.raw(
  `cube(array[cos(${latitudeRounded}) * cos(${longitudeRounded}), cos(${latitudeRounded}) * sin(${longitudeRounded}), sin(${latitudeRounded})])`,
);
const cube = customType<{ data: string }>({ dataType: () => 'cube' });

/** A farmer's farm. Its key is the user's: one farm a farmer, one id for one person. */
export const farms = pgTable(
  'farms',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    farmType: text('farm_type').notNull(),
    farmSize: text('farm_size').notNull(),
    /** As the farmer typed it, for the profile and the address. */
    county: text().notNull(),
    subcounty: text().notNull(),
    addressDescription: text('address_description').notNull(),
    /** The pin, WGS84 degrees. */
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    /**
     * The county that the pin lies in, which buyers search by and see; empty until fillPinCounties
     * has found it.
     */
    pinCounty: text('pin_county').notNull().default(''),
    /**
     * The pin, rounded to about a kilometre, on a sphere of radius 1: what distances shown to
     * others are measured from. Rounded, because three exact distances would give the farm's place
     * away; on a sphere, because degrees are not distances and an index (extension cube) finds what
     * is near.
     */
    sphere: cube().notNull().generatedAlwaysAs(roundedOnSphere),
    coverageRadiusMetres: integer('coverage_radius_metres').notNull(),
    /** The measurement behind the pin; all null where the client only claimed to have one. */
    gpsLatitude: doublePrecision('gps_latitude'),
    gpsLongitude: doublePrecision('gps_longitude'),
    gpsAccuracyMetres: real('gps_accuracy_metres'),
    gpsTakenAt: moment('gps_taken_at'),
    /**
     * The measurement is implausible: the same digits came from many farms, or the farm moved
     * faster than an aeroplane.
     */
    isGpsDoubtful: boolean('is_gps_doubtful').notNull().default(false),
    /**
     * When a person was there and found the farm; null again once the pin moves. Who it was stands
     * in operator_actions.
     */
    visitedAt: moment('visited_at'),
    /** In cents; asked of each delivery. */
    deliveryFeeCents: integer('delivery_fee_cents').notNull().default(0),
    /** In cents; below it nothing is ordered here. */
    minimumOrderCents: integer('minimum_order_cents').notNull().default(0),
    /** Until then nothing is paid out: the phone number that payouts go to was changed. */
    payoutsHeldUntil: moment('payouts_held_until'),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('farms_name').using('gin', sql`lower(${table.name}) gin_trgm_ops`),
    index('farms_sphere').using('gist', table.sphere),
    // Used by an earlier version, which may still be running during an upgrade.
    index('farms_county').on(table.county),
    index('farms_pin_county').on(table.pinCounty),
    index('farms_gps').on(table.gpsLatitude, table.gpsLongitude),
  ],
);
