import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { periods, priceKinds } from '#features/prices/rules/price.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

/**
 * What was asked or paid for a kilogram of a crop. Rows are only ever added. Farm, buyer, product
 * and order are plain numbers: an account that is deleted leaves the history as it was, and nothing
 * in it says whose number that was.
 */
export const priceObservations = pgTable(
  'price_observations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: priceKinds }).notNull(),
    crop: text().notNull(),
    /** Where the farm's pin lies. */
    county: text().notNull(),
    /** In Nairobi. */
    day: date({ mode: 'string' }).notNull(),
    pricePerKgCents: integer('price_per_kg_cents').notNull(),
    quantityKg: numeric('quantity_kg', { precision: 16, scale: 3, mode: 'number' }).notNull(),
    farmId: integer('farm_id').notNull(),
    productId: integer('product_id'),
    /** Of what was paid. */
    buyerId: integer('buyer_id'),
    orderId: integer('order_id'),
    orderLineId: integer('order_line_id'),
    /** Whether buyer and farmer counted as one person then: platform/server/db/proof-of.ts. */
    isRelated: boolean('is_related').notNull().default(false),
    /**
     * Whether it counts: something was proven then of the farm and, of what was paid, of the buyer
     * (platform/server/db/proof-of.ts), and the money went through M-Pesa. What is said to have
     * been paid in cash nobody can check.
     */
    isProven: boolean('is_proven').notNull().default(true),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('price_observations_crop').on(table.kind, table.crop, table.day),
    index('price_observations_created').on(table.createdAt),
    index('price_observations_product').on(table.productId, table.day).where(sql`kind = 'asked'`),
    uniqueIndex('price_observations_order_line').on(table.orderLineId),
  ],
);

/**
 * What observations come to, made from them by prices/roll-up.ts: one row for each crop, county and
 * time.
 */
export const priceCells = pgTable(
  'price_cells',
  {
    crop: text().notNull(),
    period: text({ enum: periods }).notNull(),
    /** Empty for the country. */
    county: text().notNull(),
    kind: text({ enum: priceKinds }).notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    /** In whole shillings a kilogram, and between which two the middle half of the farms lies. */
    medianKes: integer('median_kes').notNull(),
    lowKes: integer('low_kes').notNull(),
    highKes: integer('high_kes').notNull(),
    farms: integer().notNull(),
    buyers: integer().notNull(),
    orders: integer().notNull(),
    observations: integer().notNull(),
    isShown: boolean('is_shown').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.crop, table.period, table.county, table.kind, table.firstDay] }),
    index('price_cells_country')
      .on(table.kind, table.firstDay, table.crop)
      .where(sql`is_shown and period = 'week' and county = ''`),
  ],
);

/** One row: how far the daily work has come, whichever process does it. */
export const priceRounds = pgTable('price_rounds', {
  id: integer().primaryKey(),
  /** The last day on which everything offered was observed. */
  observedDay: date('observed_day', { mode: 'string' }),
  /** When the last roll-up that was finished began. */
  rolledUpAt: moment('rolled_up_at'),
  /** Until when a process has the roll-up to itself. */
  leasedUntil: moment('leased_until'),
});

/**
 * Prices of markets that others have published, such as the ministry's. Shown beside our own, never
 * mixed with them.
 */
export const referencePrices = pgTable(
  'reference_prices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    crop: text().notNull(),
    /** As the source has it, with classification, grade and sex. */
    commodity: text().notNull(),
    market: text().notNull(),
    county: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Of a kilogram. */
    wholesaleCents: integer('wholesale_cents'),
    retailCents: integer('retail_cents'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('reference_prices_line').on(
      table.source,
      table.county,
      table.market,
      table.commodity,
      table.day,
    ),
    index('reference_prices_crop').on(table.crop, table.day),
  ],
);

/** Somebody wants to know when a crop is asked for less than this. */
export const priceAlerts = pgTable(
  'price_alerts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    crop: text().notNull(),
    /** Empty for the country. */
    county: text().notNull(),
    belowKes: integer('below_kes').notNull(),
    createdAt: moment('created_at').notNull(),
    /** The last day in Nairobi on which its owner was told. */
    toldOn: date('told_on', { mode: 'string' }),
    /** What it cost when they were told; null again once it costs more than they said. */
    toldKes: integer('told_kes'),
  },
  (table) => [uniqueIndex('price_alerts_one').on(table.userId, table.crop, table.county)],
);
