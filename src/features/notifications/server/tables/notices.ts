import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sessions } from '#features/accounts/server/tables/sessions.ts';
import { users } from '#features/accounts/server/tables/users.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

/**
 * What one person is told: one row for each event. The text is made from kind and facts when it is
 * read. `user_id` refers to no row, because checking that would lock the person's row in the
 * transactions of orders; a deleted account takes its notices with it all the same.
 */
export const notices = pgTable(
  'notices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').notNull(),
    kind: text().notNull(),
    /** What it is about, such as "order/12": opening that makes it read. */
    subject: text().notNull(),
    /** The path of the screen to open. */
    link: text().notNull(),
    facts: jsonb().notNull(),
    /** The person who caused the event, if any. SMS are capped for each such person. */
    causedBy: integer('caused_by'),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
    /** The notice for which the mail about unread ones went out that told of this one too. */
    mailedWith: integer('mailed_with'),
  },
  (table) => [
    index('notices_inbox').on(table.userId, table.id),
    index('notices_unread').on(table.userId, table.subject).where(sql`read_at is null`),
    index('notices_created').on(table.createdAt),
  ],
);

/** Where somebody wants something else than the defaults of rules/notice.ts. */
export const noticePreferences = pgTable(
  'notice_preferences',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    topic: text().notNull(),
    channel: text().notNull(),
    isOn: boolean('is_on').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.topic, table.channel] })],
);

/**
 * A browser that shows notifications. It belongs to the session that asked for them, and ends with
 * it.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /**
     * Knowing this address is not enough to push to it: the push service accepts only what our key
     * has signed.
     */
    endpoint: text().notNull().unique(),
    /**
     * The browser's public key and its secret, base64url, with which a notification is encrypted
     * for it.
     */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment('created_at').notNull(),
    renewedAt: moment('renewed_at').notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.sessionId), index().on(table.renewedAt)],
);

/**
 * Notices that wait to be pushed to a browser. They refer to no rows, because checking that would
 * make the transactions of orders wait for people who log out: one whose notice or browser is gone
 * is dropped when its turn comes.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    noticeId: integer('notice_id').notNull(),
    subscriptionId: integer('subscription_id').notNull(),
    /**
     * When it may be tried (again); a worker that takes it moves this ahead, which is its lease.
     */
    availableAt: moment('available_at').notNull(),
    /** After this nobody needs it any more. */
    expiresAt: moment('expires_at').notNull(),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    index('push_messages_due').on(table.availableAt, table.id),
    index().on(table.expiresAt),
  ],
);
