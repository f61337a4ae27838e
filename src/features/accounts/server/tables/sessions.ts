import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables/columns.ts';
import { users } from './users.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token, hexadecimal: a copy of this table opens nothing. */
    tokenHash: text('token_hash').notNull().unique(),
    /** "Chrome, Android": what its owner knows it by. */
    device: text().notNull().default(''),
    isRemembered: boolean('is_remembered').notNull(),
    /** Whether a code that was mailed opened it, which shows more than a phone number does. */
    isByEmail: boolean('is_by_email').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    /** Moved at most every few minutes, so that reading costs no write. */
    lastUsedAt: moment('last_used_at').notNull(),
    idleEndsAt: moment('idle_ends_at').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.endsAt)],
);

/**
 * Links that log a farmer in on another device: shown as a QR code, valid for a minute and for one
 * use. Ending the session that asked for a link ends the link.
 */
export const phoneLinks = pgTable(
  'phone_links',
  {
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The session that asked for it. */
    sessionId: integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index().on(table.userId), index().on(table.sessionId), index().on(table.expiresAt)],
);

/**
 * That a user's password was given lately, which entitles to a login code. Ends with the session it
 * leads to.
 */
export const loginPasses = pgTable('login_passes', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passedAt: moment('passed_at').notNull(),
});

/**
 * On which devices a person has logged in: their wrong passwords are counted apart, so that
 * strangers who guess cannot lock the owner out. The token opens nothing. One device may be known
 * to several people, each with a row.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the token that the device keeps, hexadecimal. */
    tokenHash: text('token_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    firstLoginAt: moment('first_login_at').notNull(),
    lastLoginAt: moment('last_login_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tokenHash, table.userId] }),
    index().on(table.userId),
    index().on(table.lastLoginAt),
  ],
);
