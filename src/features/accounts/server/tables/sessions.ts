import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { codePurposes } from '#accounts/rules/account-input.ts';
import { keyScopes } from '#rules/role.ts';
import { citext, moment, personal } from '#server/tables.ts';
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

export const otpPurpose = pgEnum('otp_purpose', codePurposes);

const UNTIL_PRUNED = 'Belongs to an address, with or without an account, and is pruned.';

/**
 * `recipient` is an email or a phone number. The partial unique index allows one live code per
 * recipient and purpose.
 */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    recipient: citext('email').notNull(),
    purpose: otpPurpose().notNull(),
    /** HMAC-SHA256 with the application's secret, in hexadecimal. */
    codeHash: text('code_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** HMAC of the requester's client address. */
    askedFrom: text('asked_from').notNull().default(''),
    attempts: integer().notNull().default(0),
    consumedAt: moment('consumed_at'),
    /** Replaced, or withdrawn because its mail failed. */
    voidedAt: moment('voided_at'),
  },
  (table) => [
    uniqueIndex('one_time_codes_live')
      .on(table.recipient, table.purpose)
      .where(sql`consumed_at is null and voided_at is null`),
    index().on(table.expiresAt),
  ],
);

personal(oneTimeCodes, {
  kept: UNTIL_PRUNED,
  omitted: {
    [UNTIL_PRUNED]: `recipient purpose codeHash createdAt expiresAt askedFrom attempts consumedAt
      voidedAt`,
  },
  technical: 'id',
});

/** Includes mails that an existing account would have got. */
export const codeMails = pgTable(
  'code_mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    recipient: citext('email').notNull(),
    purpose: otpPurpose().notNull(),
    requestedAt: moment('requested_at').notNull(),
  },
  (table) => [index().on(table.recipient, table.requestedAt), index().on(table.requestedAt)],
);

personal(codeMails, {
  kept: UNTIL_PRUNED,
  omitted: { [UNTIL_PRUNED]: 'recipient purpose requestedAt' },
  technical: 'id',
});

/** Kept independently of their code, so that a new code doesn't reset the count. */
export const wrongCodes = pgTable(
  'wrong_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    recipient: citext('email').notNull(),
    purpose: otpPurpose().notNull(),
    guessedAt: moment('guessed_at').notNull(),
    isFromElsewhere: boolean('is_from_elsewhere').notNull().default(false),
  },
  (table) => [
    index().on(table.recipient, table.purpose, table.guessedAt),
    index().on(table.guessedAt),
  ],
);

personal(wrongCodes, {
  kept: UNTIL_PRUNED,
  omitted: { [UNTIL_PRUNED]: 'recipient purpose guessedAt isFromElsewhere' },
  technical: 'id',
});
