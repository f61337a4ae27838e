import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables/columns.ts';

/**
 * What the Nominatim server answered, kept so that each place is asked for once. Coordinates are
 * rounded, and no person is named.
 */
export const geocoderCache = pgTable(
  'geocoder_cache',
  {
    /** `reverse:<latitude>,<longitude>` in four decimals, or `search:<normalised query>`. */
    key: text().primaryKey(),
    answer: jsonb().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt)],
);

/** One row: when the next request to the Nominatim server may leave, whichever process sends it. */
export const geocoderSlots = pgTable('geocoder_slots', {
  id: integer().primaryKey(),
  nextAt: moment('next_at').notNull(),
});
