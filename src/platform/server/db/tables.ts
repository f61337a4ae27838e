import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { notPersonal, personal } from '../personal-data.ts';

/** Defined in the accounts feature. */
const users = pgTable('users', { id: integer().primaryKey() });

/** Values come from the server's clock, so that tests can set them. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** A server of the previous version uses the name `checkouts` during an upgrade. */
export const idempotencyKeys = pgTable(
  'checkouts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** With the operation as a prefix, except for orders. */
    key: text('idempotency_key').notNull(),
    inputHash: text('body_hash').notNull(),
    answer: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [unique().on(table.userId, table.key), index().on(table.createdAt)],
);

personal(idempotencyKeys, {
  of: 'userId',
  omitted: { 'The export has what the request did.': 'key inputHash answer' },
  technical: 'id createdAt',
});

/** Keys are hashed, so the table holds neither addresses nor emails. */
export const rateLimitCounters = pgTable(
  'rate_limit_counters',
  { key: text().primaryKey(), points: integer().notNull(), expire: moment('expire') },
  // Finds keys by prefix, whatever the database's collation.
  (table) => [
    index().on(table.expire),
    index('rate_limit_counters_prefix').on(table.key.op('text_pattern_ops')),
  ],
);

notPersonal(rateLimitCounters);

export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
    /** A worker that leases the message moves it ahead. */
    availableAt: moment('available_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    attempts: integer().notNull().default(0),
  },
  (table) => [index('outbox_messages_due').on(table.kind, table.availableAt, table.id)],
);

personal(outboxMessages, {
  kept: 'Until it is handled or expires.',
  omitted: { 'Work in progress; the export has what it is about.': 'payload' },
  technical: 'id kind createdAt availableAt expiresAt attempts',
});

/** One row; see live-database-queries.ts. */
export const liveDatabase = pgTable(
  'paying_database',
  {
    id: integer().primaryKey(),
    /** Null: no database is live until the operator enables one. */
    identity: text(),
    /** A restored row was written by another transaction. */
    writtenBy: text('written_by').notNull(),
    /** A copy pays farmers only after the operator's confirmation. */
    paysOut: boolean('pays_out').notNull().default(true),
    enabledAt: moment('enabled_at').notNull(),
  },
  () => [check('paying_database_one_row', sql`id = 1`)],
);

notPersonal(liveDatabase);

export const citext = customType<{ data: string }>({ dataType: () => 'citext' });
