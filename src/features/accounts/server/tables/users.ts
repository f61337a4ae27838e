import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { languages } from '#rules/language.ts';
import { roles } from '#rules/role.ts';
import { citext, moment, personal } from '#server/tables.ts';

export const userRole = pgEnum('user_role', roles);
export const userLanguage = pgEnum('user_language', languages);

type Searched = Record<'firstName' | 'lastName' | 'email' | 'phoneNumber', AnyPgColumn>;

export const foldedTextOf = ({ firstName, lastName, email, phoneNumber }: Searched) =>
  sql<string>`fold_text(${firstName} || ' ' || ${lastName} || ' ' || coalesce(${email}::text, '') || ' ' || ${phoneNumber})`;

/** One row per email across both roles. */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null: logs in with a verified phone number. */
    email: citext().unique(),
    role: userRole().notNull(),
    passwordHash: text('password_hash').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    phoneNumber: text('phone_number').notNull(),
    /** Null: not verified. A number is verified for at most one account. */
    phoneVerifiedAt: moment('phone_verified_at'),
    /** The user who created the account for them, with their consent. */
    signedUpBy: integer('signed_up_by').references((): AnyPgColumn => users.id, {
      onDelete: 'set null',
    }),
    nationalId: text('national_id'),
    language: userLanguage().notNull().default('en'),
    /** Null: not verified, and the account holds nothing. */
    emailVerifiedAt: moment('email_verified_at'),
    suspendedAt: moment('suspended_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('users_unverified').on(table.createdAt).where(sql`email_verified_at is null`),
    uniqueIndex('users_verified_phone')
      .on(table.phoneNumber)
      .where(sql`phone_verified_at is not null`),
    index().on(table.signedUpBy),
    index('users_folded').using('gin', sql`${foldedTextOf(table)} gin_trgm_ops`),
    // Used by an earlier version, which may still be running during an upgrade.
    index('users_search').using(
      'gin',
      sql`lower(${table.firstName} || ' ' || ${table.lastName} || ' ' || coalesce(${table.email}::text, '') || ' ' || ${table.phoneNumber}) gin_trgm_ops`,
    ),
  ],
);

personal(users, {
  of: 'id',
  exported: `id email role firstName lastName phoneNumber phoneVerifiedAt signedUpBy nationalId
    language emailVerifiedAt createdAt updatedAt`,
  omitted: {
    'A secret, of use only for guessing.': 'passwordHash',
    'Decided by an operator.': 'suspendedAt',
  },
});

export const buyers = pgTable('buyers', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  businessName: text('business_name').notNull(),
  businessType: text('business_type').notNull(),
  deliveryAddress: text('delivery_address').notNull().default(''),
  city: text().notNull().default(''),
});

personal(buyers, {
  of: 'userId',
  exported: 'businessName businessType deliveryAddress city',
});

/** Proof that an email's sign-up code was entered before there is an account. Works once. */
export const signupProofs = pgTable(
  'signup_proofs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    address: citext('email').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** HMAC of the client address that entered the code, for callers without the token. */
    addressHash: text('address_hash').notNull(),
    verifiedAt: moment('verified_at').notNull(),
    used: boolean().notNull().default(false),
    /**
     * An account created from the same address without this token, until its first login. A sign-up
     * with the token replaces it.
     */
    replacesUserId: integer('replaces_user_id').references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    unique().on(table.tokenHash),
    index().on(table.address),
    index().on(table.replacesUserId),
  ],
);

personal(signupProofs, {
  of: 'replacesUserId',
  omitted: { 'Of an email without an account.': 'address tokenHash addressHash verifiedAt used' },
  technical: 'id',
});

export const phoneLines = pgTable(
  'phone_lines',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC-SHA256 with the application's secret, in hexadecimal. */
    pinHash: text('pin_hash'),
    pinSetAt: moment('pin_set_at'),
    pinTries: integer('pin_tries').notNull().default(0),
    pinLockedUntil: moment('pin_locked_until'),
    /** When an operator's removal of a forgotten PIN takes effect. */
    pinEndsAt: moment('pin_ends_at'),
    /** The last input from this phone. After a long silence the PIN is required. */
    heardAt: moment('heard_at'),
    /**
     * Since when the SIM may belong to another person. A correct PIN, a proof by email, or a new
     * verified number clears it.
     */
    simChangedAt: moment('sim_changed_at'),
    /**
     * When the number was replaced with only a session or a password as proof, or released to its
     * new holder. A correct PIN or a proof by email clears it.
     */
    numberChangedAt: moment('number_changed_at'),
    /** The former number, now verified by its new holder. Null once the user has another number. */
    releasedNumber: text('released_number'),
    stoppedAt: moment('stopped_at'),
    /** A command that waits for one word, "yes" or the PIN. */
    waiting: jsonb(),
    waitingUntil: moment('waiting_until'),
    listedProducts: jsonb('listed_products'),
  },
  (table) => [
    index('phone_lines_waiting').on(table.waitingUntil).where(sql`waiting is not null`),
    index('phone_lines_released').on(table.userId).where(sql`released_number is not null`),
  ],
);

personal(phoneLines, {
  of: 'userId',
  exported: `heardAt simChangedAt numberChangedAt releasedNumber stoppedAt pinSetAt pinLockedUntil
    pinEndsAt`,
  omitted: {
    'The hash of a secret.': 'pinHash',
    'The export contains the SMS that stated them.': 'waiting listedProducts',
  },
  technical: 'pinTries waitingUntil',
});
