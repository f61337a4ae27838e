import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables.ts';
import { personal } from '#platform/server/personal-data.ts';

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
