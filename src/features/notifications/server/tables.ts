import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sessions } from '#accounts/server/tables/sessions.ts';
import { users } from '#accounts/server/tables/users.ts';
import { moment, notPersonal, personal } from '#server/tables.ts';

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

/**
 * Codes are not stored, and SMS about events are written when they are sent. `user_id` has no
 * foreign key, as in notices.
 */
export const smsMessages = pgTable(
  'sms_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for an unverified number. */
    userId: integer('user_id'),
    phoneNumber: text('phone_number').notNull(),
    /** code, answer, notice or summary. */
    kind: text().notNull(),
    text: text(),
    noticeId: integer('notice_id'),
    /** 1 goes first. */
    importance: integer().notNull(),
    /**
     * waiting, sent, delivered, failed, merged (over the day's cap) or dropped (no longer needed).
     */
    status: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Equals `expires_at`. Version 1.0.0 looks for due SMS here, and so finds none of ours. */
    availableAt: moment('available_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** Written by version 1.0.0 only. */
    attempts: integer().notNull().default(0),
    sentAt: moment('sent_at'),
    serviceId: text('service_id'),
    parts: integer().notNull().default(0),
    costCents: integer('cost_cents').notNull().default(0),
    failure: text(),
  },
  (table) => [
    index('sms_messages_waiting').on(table.importance, table.id).where(sql`status = 'waiting'`),
    index('sms_messages_sent').on(table.userId, table.sentAt),
    index().on(table.serviceId),
    index().on(table.phoneNumber, table.createdAt),
    index().on(table.createdAt),
  ],
);

personal(smsMessages, {
  of: 'userId',
  exported: 'phoneNumber kind text status createdAt sentAt',
  technical: `id noticeId importance availableAt expiresAt attempts serviceId parts costCents
    failure`,
  isDeleted: true,
});

/** The text is erased once it is handled, because it may contain a PIN. */
export const smsInbound = pgTable(
  'sms_inbound',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    serviceId: text('service_id').notNull().unique(),
    phoneNumber: text('phone_number').notNull(),
    userId: integer('user_id'),
    text: text(),
    receivedAt: moment('received_at').notNull(),
    /** When a wrong PIN or code in it was counted, so that a retry does not count it again. */
    triedAt: moment('tried_at'),
    handledAt: moment('handled_at'),
  },
  (table) => [
    index().on(table.phoneNumber, table.receivedAt),
    index().on(table.userId),
    index().on(table.receivedAt),
    index('sms_inbound_texts').on(table.receivedAt).where(sql`text is not null`),
  ],
);

personal(smsInbound, {
  of: 'userId',
  exported: 'phoneNumber receivedAt handledAt',
  omitted: { 'May contain a PIN, and is erased once it is handled.': 'text' },
  technical: 'id serviceId triedAt',
  isDeleted: true,
});

export const ussdSessions = pgTable(
  'ussd_sessions',
  {
    sessionId: text('session_id').notNull(),
    phoneNumber: text('phone_number').notNull(),
    userId: integer('user_id'),
    state: jsonb().notNull(),
    /**
     * HMAC-SHA256 under the application's secret, because the input may contain a PIN. The same
     * request twice is one step.
     */
    typedHash: text('typed_hash').notNull(),
    answer: text(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.phoneNumber] }),
    index().on(table.phoneNumber, table.updatedAt),
    index().on(table.userId),
    index().on(table.updatedAt),
  ],
);

personal(ussdSessions, {
  of: 'userId',
  exported: 'phoneNumber answer updatedAt',
  omitted: { 'The answer says it.': 'state', 'The hash of a secret.': 'typedHash' },
  technical: 'sessionId',
  isDeleted: true,
});
