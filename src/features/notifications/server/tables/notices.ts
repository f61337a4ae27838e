import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sessions } from '#accounts/server/tables/sessions.ts';
import { users } from '#accounts/server/tables/users.ts';
import { moment } from '#platform/server/db/tables.ts';
import { notPersonal, personal } from '#platform/server/personal-data.ts';

/**
 * One row for each event and user. The text is made from kind and facts when it is read. `user_id`
 * has no foreign key, whose check would lock the user's row in the transactions of orders.
 */
export const notices = pgTable(
  'notices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id').notNull(),
    kind: text().notNull(),
    subject: text().notNull(),
    link: text().notNull(),
    facts: jsonb().notNull(),
    causedBy: integer('caused_by'),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
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

/** Only differences from the defaults. */
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
    /** Not a secret: the push service accepts only requests signed with our key. */
    endpoint: text().notNull().unique(),
    /** Base64url. */
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

/** Written by version 1.0.0 only. The next version drops it. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    noticeId: integer('notice_id').notNull(),
    subscriptionId: integer('subscription_id').notNull(),
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
