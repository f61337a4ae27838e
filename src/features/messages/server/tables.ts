import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { messageKinds, sides } from '#features/messages/rules/message.ts';
import { offerStatuses } from '#features/messages/rules/price-offer.ts';
import { orders } from '#features/orders/server/tables/orders.ts';
import { products, productUnit } from '#features/products/server/tables.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

/**
 * A conversation between a buyer and a farmer about one product. One side keeps it when the other
 * account, or the product, is deleted. Its row is locked while a message is written, so that the
 * counts and the last message are correct.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    buyerId: integer('buyer_id').references(() => users.id, { onDelete: 'set null' }),
    farmerId: integer('farmer_id').references(() => users.id, { onDelete: 'set null' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    /** The name when the conversation started. */
    productName: text('product_name').notNull(),
    /** The sort key of lists: message ids increase in the order of writing. */
    lastMessageId: integer('last_message_id').notNull().default(0),
    /**
     * The last message that each side has seen, and the number of the other side's messages after
     * it, counted up to UNREAD_MAX.
     */
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

/**
 * One side's offer of a price for a quantity to the other. While accepted, it reserves stock and is
 * a line in the buyer's cart. Several rows are locked in the order buyer, conversation, offer,
 * product.
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
    by: text('by_side', { enum: sides }).notNull(),
    status: text({ enum: offerStatuses }).notNull().default('open'),
    quantity: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull(),
    priceCents: integer('price_cents').notNull(),
    /**
     * The product's name and unit at the time of the offer. The agreement does not apply to a
     * changed product.
     */
    productName: text('product_name').notNull(),
    unit: productUnit().notNull(),
    netWeightKg: numeric('net_weight_kg', { precision: 9, scale: 3, mode: 'number' }),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** When it was accepted, declined, countered, withdrawn, or expired. */
    answeredAt: moment('answered_at'),
    /** When the reservation of its stock ends; kept afterwards. */
    heldUntil: moment('held_until'),
    /** When the buyer saw that it was accepted. */
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
    // For the offer clock.
    index('price_offers_expiring').on(table.expiresAt).where(sql`status = 'open'`),
    index('price_offers_held_until').on(table.heldUntil).where(sql`status = 'accepted'`),
  ],
);

/** A message. Its text is empty for other kinds, and after its writer's account was deleted. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    senderId: integer('sender_id').references(() => users.id, { onDelete: 'set null' }),
    from: text('from_side', { enum: sides }).notNull(),
    kind: text({ enum: messageKinds }).notNull(),
    text: text().notNull().default(''),
    /** The offer that it makes or refers to. */
    offerId: integer('offer_id').references(() => priceOffers.id, { onDelete: 'set null' }),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [
    check('messages_from_side', sql`from_side in ('buyer', 'farmer')`),
    index('messages_conversation').on(table.conversationId, table.id),
    index('messages_sender').on(table.senderId, table.id),
    index('messages_offer').on(table.offerId),
    index('messages_words').using('gin', sql`to_tsvector('simple', text)`),
  ],
);

/** Who has blocked whom. A block applies to all conversations of the two. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: integer('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: integer('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked').on(table.blockedId),
  ],
);

/**
 * A user's report to the operator about a conversation. At most one open report per user and
 * conversation.
 */
export const conversationReports = pgTable(
  'conversation_reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    reporterId: integer('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The last message at the time of the report. */
    messageId: integer('message_id').notNull(),
    reason: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** When the operator closed it; null while it is open. */
    closedAt: moment('closed_at'),
  },
  (table) => [
    index('conversation_reports_conversation').on(table.conversationId),
    index('conversation_reports_reporter').on(table.reporterId, table.createdAt),
    uniqueIndex('conversation_reports_open')
      .on(table.conversationId, table.reporterId)
      .where(sql`closed_at is null`),
    index('conversation_reports_waiting').on(table.id).where(sql`closed_at is null`),
  ],
);
