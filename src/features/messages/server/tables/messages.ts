import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#accounts/server/tables/users.ts';
import { messageKinds, sides } from '#messages/rules/message.ts';
import { priceOffers } from '#orders/server/cart/tables.ts';
import { moment, personal } from '#server/tables.ts';
import { conversations } from './conversations.ts';

/** The text is empty for other kinds, and after the writer's account was deleted. */
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
    offerId: integer('offer_id').references(() => priceOffers.id, { onDelete: 'set null' }),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [
    check('messages_from_side', sql`from_side in ('buyer', 'farmer')`),
    index('messages_conversation').on(table.conversationId, table.id),
    index('messages_sender').on(table.senderId, table.id),
    index('messages_offer').on(table.offerId),
    index('messages_folded').using('gin', sql`to_tsvector('simple', fold_text(text))`),
    // Used by an earlier version, which may still be running during an upgrade.
    index('messages_words').using('gin', sql`to_tsvector('simple', text)`),
  ],
);

personal(messages, {
  of: 'senderId',
  exported: 'conversationId kind text sentAt',
  technical: 'id from offerId',
  erased: 'text',
  kept: 'For the other side, which sees that there was a message.',
});

/** A block covers all conversations of two users. */
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

/** Only for the blocker; the blocked user must not learn of it. */
personal(blocks, { of: 'blockerId', exported: 'blockedId createdAt' });

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
    messageId: integer('message_id').notNull(),
    reason: text().notNull(),
    createdAt: moment('created_at').notNull(),
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

personal(conversationReports, {
  of: 'reporterId',
  exported: 'conversationId reason createdAt closedAt',
  technical: 'id messageId',
});
