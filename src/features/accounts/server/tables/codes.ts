import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgEnum, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { codePurposes } from '#accounts/rules/otp.ts';
import { citext, moment } from '#platform/server/db/tables.ts';
import { personal } from '#platform/server/personal-data.ts';

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
