import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sessions } from '#accounts/server/tables/sessions.ts';
import { users } from '#accounts/server/tables/users.ts';
import { moment } from '#platform/server/db/tables/columns.ts';
import { notPersonal, personal } from '#platform/server/personal-data.ts';

/**
 * Notices to users, one row for each event and user. The text is made from kind and facts when it
 * is read. `user_id` has no foreign key, because its check would lock the user's row in the
 * transactions of orders. Deleting an account deletes its notices.
 */
export const notices = pgTable(
  'notices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').notNull(),
    kind: text().notNull(),
    /** The subject, such as "order/12". Opening it marks the notice as read. */
    subject: text().notNull(),
    /** The path of the screen to open. */
    link: text().notNull(),
    facts: jsonb().notNull(),
    /** The user who caused the event, if any. SMS are capped for each such user. */
    causedBy: integer('caused_by'),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
    /** The notice whose unread mail also covered this one. */
    mailedWith: integer('mailed_with'),
  },
  (table) => [
    index('notices_inbox').on(table.userId, table.id),
    index('notices_unread').on(table.userId, table.subject).where(sql`read_at is null`),
    index('notices_created').on(table.createdAt),
  ],
);

personal(notices, {
  of: 'userId',
  exported: 'id kind subject facts createdAt readAt',
  others: 'causedBy',
  technical: 'link mailedWith',
  isDeleted: true,
});

/** The users' choices that differ from the defaults of rules/notice.ts. */
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

personal(noticePreferences, { of: 'userId', exported: 'topic channel isOn' });

/**
 * A browser that shows notifications. It belongs to the session that subscribed it, and is deleted
 * with it.
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
     * Knowing this address is not enough to push to it: the push service accepts only requests
     * signed with our key.
     */
    endpoint: text().notNull().unique(),
    /**
     * The browser's public key and its secret, in base64url, which encrypt notifications for it.
     */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment('created_at').notNull(),
    renewedAt: moment('renewed_at').notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.sessionId), index().on(table.renewedAt)],
);

personal(pushSubscriptions, {
  of: 'userId',
  exported: 'endpoint createdAt renewedAt',
  omitted: { 'Secrets of the browser.': 'p256dh auth' },
  technical: 'id sessionId',
});

/**
 * Only version 1.0.0 writes to this table: notices to push, which are in the outbox now. The next
 * version drops it.
 */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    noticeId: integer('notice_id').notNull(),
    subscriptionId: integer('subscription_id').notNull(),
    /** The time of the next attempt. A worker that leases the message moves it ahead. */
    availableAt: moment('available_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    attempts: integer().notNull().default(0),
  },
  (table) => [
    index('push_messages_due').on(table.availableAt, table.id),
    index().on(table.expiresAt),
  ],
);

notPersonal(pushMessages);
