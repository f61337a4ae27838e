import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment, notPersonal } from '#server/tables.ts';

/** Coordinates are rounded, and the rows name no person. */
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

/** One row: when any process may send the next request. */
export const geocoderSlots = pgTable('geocoder_slots', {
  id: integer().primaryKey(),
  nextAt: moment('next_at').notNull(),
});

notPersonal(geocoderCache, geocoderSlots);
