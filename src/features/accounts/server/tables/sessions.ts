import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { keyScopes } from '#platform/rules/key-scopes.ts';
import { moment } from '#platform/server/db/tables.ts';
import { personal } from '#platform/server/personal-data.ts';
import { users } from './users.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 in hexadecimal, so that a copy of this table opens nothing. */
    tokenHash: text('token_hash').notNull().unique(),
    /** Such as "Chrome, Android". */
    device: text().notNull().default(''),
    isRemembered: boolean('is_remembered').notNull(),
    /** A mailed code is a stronger proof than a phone number. */
    isByEmail: boolean('is_by_email').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    /** Updated at most every few minutes, so that reading costs no write. */
    lastUsedAt: moment('last_used_at').notNull(),
    idleEndsAt: moment('idle_ends_at').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.endsAt)],
);

personal(sessions, {
  of: 'userId',
  exported: 'device isRemembered isByEmail createdAt lastUsedAt endsAt',
  omitted: { 'The hash of a secret.': 'tokenHash' },
  technical: 'id idleEndsAt',
});

export const phoneLinks = pgTable(
  'phone_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: integer('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index().on(table.userId), index().on(table.sessionId), index().on(table.expiresAt)],
);

personal(phoneLinks, {
  of: 'userId',
  omitted: { 'Valid for a minute, and pruned.': 'tokenHash sessionId expiresAt usedAt' },
});

/** A recent correct password, which allows a login code until a session is opened. */
export const loginPasses = pgTable('login_passes', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  passedAt: moment('passed_at').notNull(),
});

personal(loginPasses, { of: 'userId', omitted: { 'Valid for minutes.': 'passedAt' } });

/** A shared device has a row for each of its users. The token opens nothing. */
export const knownDevices = pgTable(
  'known_devices',
  {
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

personal(knownDevices, {
  of: 'userId',
  exported: 'firstLoginAt lastLoginAt',
  omitted: { 'The hash of a secret.': 'tokenHash' },
});

export const apiKeys = pgTable(
  'api_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256 in hexadecimal, so that a copy of this table opens nothing. */
    keyHash: text('key_hash').notNull().unique(),
    ending: text().notNull(),
    scopes: text({ enum: keyScopes }).array().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Updated at most once an hour, so that reading costs no write. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index().on(table.userId)],
);

personal(apiKeys, {
  of: 'userId',
  exported: 'name ending scopes createdAt lastUsedAt',
  omitted: { 'The hash of a secret.': 'keyHash' },
  technical: 'id',
});
