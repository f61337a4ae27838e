import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { citext, moment, notPersonal, personal } from '#server/tables.ts';
import { operatorRoles } from '../rules/desk-input.ts';

/**
 * A person has one name here and in OPERATORS, so that nobody approves their own request under
 * another name.
 */
export const operators = pgTable('operators', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: citext().notNull().unique(),
  role: text({ enum: operatorRoles }).notNull(),
  /** Shown at farms that the operator visited; null: not at all. */
  displayName: text('display_name'),
  /** Null until the operator chooses a password and an authenticator. */
  passwordHash: text('password_hash'),
  /** Encrypted with APP_SECRET. */
  totpSecret: text('totp_secret'),
  /** The time step of the last accepted code, so that each code is accepted once. */
  totpLastStep: integer('totp_last_step'),
  /** SHA-256 of the link's token. */
  linkHash: text('link_hash').unique(),
  linkExpiresAt: moment('link_expires_at'),
  createdAt: moment('created_at').notNull(),
  /** The account is kept because the log names it. */
  closedAt: moment('closed_at'),
});

export const operatorPasskeys = pgTable(
  'operator_passkeys',
  {
    /** Base64url, as the browser sends it. */
    credentialId: text('credential_id').primaryKey(),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    device: text().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index().on(table.operatorId)],
);

/** Each is deleted when it is answered, so it is accepted once. */
export const operatorChallenges = pgTable(
  'operator_challenges',
  {
    challenge: text().primaryKey(),
    /** Null for the challenge of a login, which has been used. */
    operatorId: integer('operator_id').references(() => operators.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index().on(table.expiresAt), index().on(table.operatorId)],
);

export const operatorSessions = pgTable(
  'operator_sessions',
  {
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text('token_hash').primaryKey(),
    operatorId: integer('operator_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    device: text().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [index().on(table.operatorId), index().on(table.createdAt)],
);

export const operatorRequests = pgTable(
  'operator_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    operation: text().notNull(),
    input: jsonb().notNull(),
    /** When it was requested. The request lapses when that has changed. */
    state: jsonb(),
    requestedBy: text('requested_by').notNull(),
    requestedAt: moment('requested_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: moment('decided_at'),
    decision: text({ enum: ['approved', 'declined'] }),
  },
  (table) => [
    index().on(table.requestedAt),
    check(
      'operator_requests_decided_by_another',
      sql`${table.decision} is distinct from 'approved' or lower(${table.decidedBy}) <> lower(${table.requestedBy})`,
    ),
  ],
);

personal(operatorRequests, {
  kept: 'They show which two people decided.',
  omitted: { 'The record of the operators, not of an account.': 'input state' },
  technical: 'id operation requestedBy requestedAt decidedBy decidedAt decision',
});

/** `requested`: waits for a second person. `looked`: personal data was shown. */
export const actionOutcomes = ['done', 'requested', 'refused', 'looked'] as const;

/** Append-only, and chained by hash (action-queries.ts). */
export const operatorActions = pgTable(
  'operator_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The operator's name, or the system user that a command ran as. */
    operator: text().notNull(),
    action: text().notNull(),
    outcome: text({ enum: actionOutcomes }).notNull().default('done'),
    details: jsonb().notNull(),
    /** Null without a subject, and for rows older than the chain. */
    before: jsonb(),
    after: jsonb(),
    device: text().notNull().default(''),
    happenedAt: moment('happened_at').notNull(),
    /** Null only within the transaction that adds the row, and for rows older than the chain. */
    hash: text(),
  },
  (table) => [
    index('operator_actions_moved')
      .on(table.happenedAt)
      .where(sql`details -> 'movedCents' is not null`),
  ],
);

personal(operatorActions, {
  kept: 'The log is only added to, and chained by hash.',
  omitted: { 'The record of the operators, not of an account.': 'details before after' },
  technical: 'id operator action outcome device happenedAt hash',
});

export const operatorLogHead = pgTable(
  'operator_log_head',
  {
    id: integer().primaryKey(),
    rows: integer().notNull(),
    hash: text().notNull(),
    publishedOn: date('published_on', { mode: 'string' }),
  },
  () => [check('operator_log_head_one_row', sql`id = 1`)],
);

const cents = (name: string) => bigint(name, { mode: 'number' }).notNull();

/**
 * Part of the books, so deleting an account leaves them unchanged. A transaction and its charge are
 * two lines with one receipt.
 */
export const mpesaStatementLines = pgTable(
  'mpesa_statement_lines',
  {
    receipt: text().notNull(),
    reasonType: text('reason_type').notNull(),
    completedAt: moment('completed_at').notNull(),
    /** As M-Pesa writes it. Only a completed transaction moved money. */
    status: text().notNull(),
    details: text().notNull(),
    paidInCents: cents('paid_in_cents'),
    withdrawnCents: cents('withdrawn_cents'),
    /** "254722000111 - JANE WANJIKU"; M-Pesa masks some numbers. */
    otherParty: text('other_party').notNull(),
    accountNumber: text('account_number').notNull(),
    linkedReceipt: text('linked_receipt').notNull(),
    isCharge: boolean('is_charge').notNull(),
    /** Money came in, and neither a payment with its receipt nor an operator's reason closed it. */
    isOpen: boolean('is_open').notNull(),
    closedReason: text('closed_reason'),
    importedAt: moment('imported_at').notNull(),
    /** Null for lines that were imported before this was stored. */
    importedBy: text('imported_by'),
  },
  (table) => [
    primaryKey({ columns: [table.receipt, table.reasonType] }),
    index('mpesa_statement_lines_completed').on(table.completedAt),
    index('mpesa_statement_lines_open').on(table.paidInCents).where(sql`is_open`),
  ],
);

personal(mpesaStatementLines, {
  kept: 'They are part of the books.',
  omitted: { "M-Pesa's record; the export has the payments.": 'details otherParty accountNumber' },
  technical: `receipt reasonType completedAt status paidInCents withdrawnCents linkedReceipt
    isCharge isOpen closedReason importedAt importedBy`,
});

/** Outside of these times, a missing line means nothing. */
export const mpesaStatements = pgTable(
  'mpesa_statements',
  {
    /** Empty if the file does not name it. */
    shortcode: text().notNull(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    importedAt: moment('imported_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shortcode, table.startsAt, table.endsAt] }),
    index('mpesa_statements_ends').on(table.endsAt),
  ],
);

/**
 * Written by figure-queries.ts, so that the figures of a year cost as many rows as it has weeks.
 */
export const figureWeeks = pgTable('figure_weeks', {
  /** Its Monday. */
  week: date({ mode: 'string' }).primaryKey(),
  counties: jsonb().notNull(),
  crops: jsonb().notNull(),
  countedAt: moment('counted_at').notNull(),
});

// The operators are staff; their accounts are not the market's.
notPersonal(operators, operatorPasskeys, operatorChallenges, operatorSessions);
notPersonal(operatorLogHead, mpesaStatements, figureWeeks);
