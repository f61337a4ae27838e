import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { orders } from '#orders/server/orders/tables.ts';
import { moment } from '#platform/server/db/tables.ts';
import { personal } from '#platform/server/personal-data.ts';

export const reviews = pgTable(
  'reviews',
  {
    orderId: integer('order_id')
      .primaryKey()
      .references(() => orders.id),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    rating: smallint().notNull(),
    text: text().notNull().default(''),
    answer: text(),
    /** One review per payer in 30 days counts. */
    isCounted: boolean('is_counted').notNull().default(true),
    createdAt: moment('created_at').notNull(),
    answeredAt: moment('answered_at'),
  },
  (table) => [
    index('reviews_farmer').on(table.farmerId, table.orderId),
    check('reviews_rating', sql`rating between 1 and 5`),
  ],
);

personal(reviews, {
  of: { orderId: orders },
  exported: 'orderId rating text answer createdAt answeredAt',
  technical: 'farmerId isCounted',
  erased: { buyerId: 'text', farmerId: 'answer answeredAt' },
  kept: "The stars are a part of the farm's rating.",
});

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

personal(buyerRatings, {
  of: { orderId: orders },
  exported: 'orderId rating createdAt',
  technical: 'buyerId farmerId',
  kept: "Until the buyer's account is deleted, because it is about the buyer.",
});
