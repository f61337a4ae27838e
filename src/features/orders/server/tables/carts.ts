import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { products, productUnit } from '#features/products/server/tables.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

/** What a buyer means to order, on whichever device. */
export const cartLines = pgTable(
  'cart_lines',
  {
    buyerId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    /**
     * What the product cost when the buyer put it here: another price is said before anything is
     * ordered.
     */
    acceptedPriceCents: integer('accepted_price_cents').notNull(),
    /**
     * What that price was for then. Null in a line of a version that did not keep it: such a line
     * means what the product is.
     */
    acceptedUnit: productUnit('accepted_unit'),
    acceptedNetWeightKg: numeric('accepted_net_weight_kg', {
      precision: 9,
      scale: 3,
      mode: 'number',
    }),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.buyerId, table.productId] }),
    index().on(table.productId),
    check('cart_lines_quantity_positive', sql`quantity > 0`),
  ],
);
