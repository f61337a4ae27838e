import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

/** A buyer's word on a completed order. Its key is the order's: one rating an order. */
export const reviews = pgTable(
  'reviews',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    text: text().notNull().default(''),
    /** The farmer's, once. */
    answer: text(),
    /** Whether it counts towards the farm's rating: of one buyer's one in 30 days does. */
    isCounted: boolean('is_counted').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    index('reviews_farmer').on(table.farmerId, table.orderId),
    check('reviews_rating', sql`rating between 1 and 5`),
  ],
);

/**
 * What a farmer says of the buyer of a completed order; one rating an order. A buyer's ratings go
 * with the account.
 */
export const buyerRatings = pgTable(
  'buyer_ratings',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    buyerId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('buyer_ratings_buyer').on(table.buyerId),
    index('buyer_ratings_farmer').on(table.farmerId),
    check('buyer_ratings_rating', sql`rating between 1 and 5`),
  ],
);
