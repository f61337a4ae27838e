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
import { users } from '#accounts/server/tables/users.ts';
import { listOf, moment, notPersonal, personal } from '#server/tables.ts';
import { priceKinds } from '../rules/price.ts';

/**
 * Rows are only added. There are no foreign keys: deleting an account leaves the history unchanged,
 * and nothing in it identifies the person.
 */
export const priceObservations = pgTable(
  'price_observations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: priceKinds }).notNull(),
    crop: text().notNull(),
    /** The county of the farm's pin. */
    county: text().notNull(),
    /** In Nairobi. */
    day: date({ mode: 'string' }).notNull(),
    pricePerKgCents: integer('price_per_kg_cents').notNull(),
    quantityKg: numeric('quantity_kg', { precision: 16, scale: 3, mode: 'number' }).notNull(),
    farmId: integer('farm_id').notNull(),
    productId: integer('product_id'),
    buyerId: integer('buyer_id'),
    orderId: integer('order_id'),
    orderLineId: integer('order_line_id'),
    /** Buyer and farmer counted as one person at the time: orders/server/proof-queries.ts. */
    isRelated: boolean('is_related').notNull().default(false),
    /**
     * Whether the observation counts: the farm, and for a paid price the buyer, was proven at the
     * time, and the money went through M-Pesa. Nobody can check cash payments.
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

personal(priceObservations, {
  kept: 'Nothing in the history identifies a person once the account is deleted.',
  technical: `id kind crop county day pricePerKgCents quantityKg farmId productId buyerId orderId
    orderLineId isRelated isProven createdAt`,
});

/** Computed from observations by roll-up-prices.ts. */
export const priceCells = pgTable(
  'price_cells',
  {
    crop: text().notNull(),
    /** Earlier versions also wrote days, which nobody may see. */
    period: text({ enum: ['week'] }).notNull(),
    /** Empty for the country. */
    county: text().notNull(),
    kind: text({ enum: priceKinds }).notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    /** In whole shillings per kg. The middle half of the farms lies between low and high. */
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

/** One row for all processes. */
export const priceRounds = pgTable('price_rounds', {
  id: integer().primaryKey(),
  observedDay: date('observed_day', { mode: 'string' }),
  /** When the last finished roll-up began. */
  rolledUpAt: moment('rolled_up_at'),
  leasedUntil: moment('leased_until'),
});

/** Prices published by others, such as the ministry. Never mixed with our own. */
export const referencePrices = pgTable(
  'reference_prices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text().notNull(),
    crop: text().notNull(),
    /** As the source writes it, with classification, grade and sex. */
    commodity: text().notNull(),
    market: text().notNull(),
    county: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    /** Per kg. */
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

notPersonal(priceCells, priceRounds, referencePrices);

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
    /** The last day in Nairobi on which the person was notified. */
    toldOn: date('told_on', { mode: 'string' }),
    /** The last reported price; null once the price is back above the limit. */
    toldKes: integer('told_kes'),
  },
  (table) => [uniqueIndex('price_alerts_one').on(table.userId, table.crop, table.county)],
);

personal(priceAlerts, {
  of: 'userId',
  exported: 'crop county belowKes createdAt toldOn',
  technical: 'id toldKes',
});

export const priceData: PersonalData = { lists: { priceAlerts: listOf(priceAlerts) } };
