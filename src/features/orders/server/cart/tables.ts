import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { conversations } from '#messages/server/tables/conversations.ts';
import { offerStatuses } from '#orders/rules/order-input.ts';
import { products, productUnit } from '#products/server/tables.ts';
import { roles } from '#rules/role.ts';
import { moment, personal } from '#server/tables.ts';
import { orders } from '../orders/tables.ts';

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

/**
 * While accepted, an offer reserves stock and is a line in the buyer's cart. Locking order: buyer,
 * conversation, offer, product.
 */
export const priceOffers = pgTable(
  'price_offers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    buyerId: integer('buyer_id').references(() => users.id, { onDelete: 'set null' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    by: text('by_side', { enum: roles }).notNull(),
    status: text({ enum: offerStatuses }).notNull().default('open'),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    priceCents: integer('price_cents').notNull(),
    /** The agreement does not apply to a changed product. */
    productName: text('product_name').notNull(),
    unit: productUnit().notNull(),
    netWeightKg: numeric('net_weight_kg', { precision: 9, scale: 3, mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    answeredAt: moment('answered_at'),
    heldUntil: moment('held_until'),
    seenAt: moment('seen_at'),
    orderId: integer('order_id').references(() => orders.id),
  },
  (table) => [
    check('price_offers_quantity_positive', sql`quantity > 0`),
    check('price_offers_price_positive', sql`price_cents > 0`),
    check('price_offers_held', sql`status <> 'accepted' or held_until is not null`),
    uniqueIndex('price_offers_open').on(table.conversationId).where(sql`status = 'open'`),
    index('price_offers_conversation').on(table.conversationId),
    index('price_offers_buyer').on(table.buyerId, table.status),
    index('price_offers_product').on(table.productId, table.status),
    index('price_offers_order').on(table.orderId),
    index('price_offers_expiring').on(table.expiresAt).where(sql`status = 'open'`),
    index('price_offers_held_until').on(table.heldUntil).where(sql`status = 'accepted'`),
  ],
);

/** Both sides could agree to an offer, so it is the data of both. */
personal(priceOffers, {
  of: { conversationId: conversations },
  exported: `conversationId by status productName quantity unit priceCents createdAt answeredAt
    orderId`,
  technical: 'id buyerId productId netWeightKg expiresAt heldUntil seenAt',
  kept: 'It belongs to its conversation, and to the order that came of it.',
});
