import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { moment } from '#platform/server/db/tables/columns.ts';

/**
 * Every SMS to a person: what waits, and what became of the rest. `text` is there only for answers
 * to somebody's own words: a code is in no row, and what tells of an event is written when it is
 * sent. `user_id` refers to no row, as that of notices.
 */
export const smsMessages = pgTable(
  'sms_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: a number that nobody has verified. */
    userId: integer('user_id'),
    phoneNumber: text('phone_number').notNull(),
    /** code, answer or notice. */
    kind: text().notNull(),
    text: text(),
    noticeId: integer('notice_id'),
    /** 1 goes first. */
    importance: integer().notNull(),
    /** waiting, sent, delivered, failed, or dropped because nobody needs it any more. */
    status: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /**
     * When it may be tried (again); a worker that takes it moves this ahead, which is its lease.
     */
    availableAt: moment('available_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    attempts: integer().notNull().default(0),
    /**
     * Of a message that waits: when it was sent without an answer, so that nobody knows whether it
     * was taken.
     */
    sentAt: moment('sent_at'),
    /** The service's name for it, by which reports of delivery come. */
    serviceId: text('service_id'),
    parts: integer().notNull().default(0),
    costCents: integer('cost_cents').notNull().default(0),
    /** Why it was not delivered, in the service's words. */
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

/** SMS that people wrote to us. The text goes once it is handled: it may hold a PIN. */
export const smsInbound = pgTable(
  'sms_inbound',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The service's id: the same one twice is one message. */
    serviceId: text('service_id').notNull().unique(),
    phoneNumber: text('phone_number').notNull(),
    userId: integer('user_id'),
    text: text(),
    receivedAt: moment('received_at').notNull(),
    /**
     * When a wrong PIN or handover code in it was counted. The answer may be lost with the process;
     * the count is not, and is not made twice.
     */
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

/**
 * Where a USSD session stands. It outlives the network's own session for a few minutes, so that
 * dialling again goes on.
 */
export const ussdSessions = pgTable(
  'ussd_sessions',
  {
    sessionId: text('session_id').notNull(),
    phoneNumber: text('phone_number').notNull(),
    userId: integer('user_id'),
    /** The screen, and what was chosen on the way to it. */
    state: jsonb().notNull(),
    /**
     * HMAC-SHA256 of all that was typed under the application's secret, because that may hold a
     * PIN: the same request twice is one step.
     */
    typedHash: text('typed_hash').notNull(),
    /** Null while the step is being taken. */
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

/** What is kept about a person's talk with us by SMS and USSD. */
export const phoneLines = pgTable(
  'phone_lines',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC-SHA256 of the PIN under the application's secret, hexadecimal. */
    pinHash: text('pin_hash'),
    /** Wrong PINs since the last right one. */
    pinTries: integer('pin_tries').notNull().default(0),
    pinLockedUntil: moment('pin_locked_until'),
    /** The last word from this phone. After a long silence the PIN is asked for. */
    heardAt: moment('heard_at'),
    /**
     * Since when the SIM may be somebody else's; a right PIN ends that, and so does proof by email.
     */
    simChangedAt: moment('sim_changed_at'),
    /**
     * When another number took the place of the one before, with nothing but a session or a
     * password to show for it. It ends likewise.
     */
    numberChangedAt: moment('number_changed_at'),
    /**
     * The number that was this person's until its new holder proved it. Null once they have
     * another.
     */
    releasedNumber: text('released_number'),
    /** No notices by SMS since then. */
    stoppedAt: moment('stopped_at'),
    /** A command that waits for one word, "yes" or the PIN, until then. */
    waiting: jsonb(),
    waitingUntil: moment('waiting_until'),
    /** The products as they were numbered in the last list. */
    listedProducts: jsonb('listed_products'),
  },
  (table) => [
    index('phone_lines_waiting').on(table.waitingUntil).where(sql`waiting is not null`),
    index('phone_lines_released').on(table.userId).where(sql`released_number is not null`),
  ],
);
