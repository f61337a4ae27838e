import {
  bigint,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { moment, personal } from '#server/tables.ts';

/** Received by the payment's method, returned to buyers, paid out, and orders completed. */
export const farmSumKinds = [
  'M-Pesa',
  'Cash on delivery',
  'refunded',
  'paidOut',
  'completed',
] as const;

/** The sums of all days. */
export const ALL_DAYS = '0001-01-01';

/**
 * Sums of a farm and day in Nairobi, so that a page costs the same however many orders a farm has.
 * Triggers keep them in the transaction of each change (drizzle/0027_farm_sums.sql).
 */
export const farmSums = pgTable(
  'farm_sums',
  {
    farmerId: integer('farmer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: farmSumKinds }).notNull(),
    day: date({ mode: 'string' }).notNull(),
    count: integer().notNull(),
    cents: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.farmerId, table.day, table.kind] })],
);

personal(farmSums, {
  of: 'farmerId',
  omitted: { 'The export has the payments, payouts and orders.': 'kind day count cents' },
});

/**
 * Of a farm with many sales, whose figures would take long to count at every visit. They are
 * counted again each hour.
 */
export const farmStandings = pgTable(
  'farm_standings',
  {
    farmerId: integer('farmer_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    reputationScore: numeric('reputation_score', {
      precision: 2,
      scale: 1,
      mode: 'number',
    }).notNull(),
    ratingCount: integer('rating_count').notNull(),
    ratingBuyerCount: integer('rating_buyer_count').notNull(),
    provenBuyerCount: integer('proven_buyer_count').notNull(),
    salesCents: bigint('sales_cents', { mode: 'number' }).notNull(),
    salesCount: integer('sales_count').notNull(),
    salesBuyerCount: integer('sales_buyer_count').notNull(),
    countedAt: moment('counted_at').notNull(),
  },
  (table) => [index('farm_standings_counted').on(table.countedAt)],
);

personal(farmStandings, {
  of: 'farmerId',
  omitted: {
    'The export has the orders and reviews.': `reputationScore ratingCount ratingBuyerCount
      provenBuyerCount salesCents salesCount salesBuyerCount`,
  },
  technical: 'countedAt',
});
