import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { products } from '#products/server/tables.ts';
import { moment, personal } from '#server/tables.ts';

/**
 * One side keeps it when the other account, or the product, is deleted. Locked while a message is
 * written, so that the counts and the last message are correct.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    buyerId: integer('buyer_id').references(() => users.id, { onDelete: 'set null' }),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    productName: text('product_name').notNull(),
    /** The sort key of lists: message ids increase in the order of writing. */
    lastMessageId: integer('last_message_id').notNull().default(0),
    /** Unread messages are counted up to UNREAD_MAX. */
    buyerReadId: integer('buyer_read_id').notNull().default(0),
    farmerReadId: integer('farmer_read_id').notNull().default(0),
    buyerUnread: smallint('buyer_unread').notNull().default(0),
    farmerUnread: smallint('farmer_unread').notNull().default(0),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('conversations_pair').on(table.buyerId, table.productId),
    index('conversations_begun').on(table.buyerId, table.createdAt),
    index('conversations_buyer').on(table.buyerId, table.lastMessageId),
    index('conversations_farmer').on(table.farmerId, table.lastMessageId),
    index('conversations_product').on(table.productId),
    index('conversations_buyer_unread').on(table.buyerId).where(sql`buyer_unread > 0`),
    index('conversations_farmer_unread').on(table.farmerId).where(sql`farmer_unread > 0`),
  ],
);

personal(conversations, {
  of: 'buyerId farmerId',
  exported: 'productName',
  technical: `id productId lastMessageId buyerReadId farmerReadId buyerUnread farmerUnread
    createdAt`,
  kept: 'For the other side, until it has left as well.',
});
