import { sql } from 'drizzle-orm';
import { check, index, integer, numeric, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { moment } from '#platform/server/db/tables/columns.ts';
import { personal } from '#platform/server/personal-data.ts';
import { products, productUnit } from '#products/server/tables.ts';

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
    acceptedPriceCents: integer('accepted_price_cents').notNull(),
    /** Null in rows of a version without this column: the product's current unit. */
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

personal(cartLines, {
  of: 'buyerId',
  exported: 'productId quantity acceptedPriceCents addedAt',
  technical: 'acceptedUnit acceptedNetWeightKg',
});
