import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { users } from '#features/accounts/server/tables/users.ts';
import { moment } from './columns.ts';

/**
 * What requests with an Idempotency-Key were answered. The table is called `checkouts` because
 * orders were the first to have keys: a server of the version before, which runs at the same time
 * during an upgrade, reads and writes it under that name.
 */
export const idempotencyKeys = pgTable(
  'checkouts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('buyer_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * An order's key as its client sent it; any other with its operation in front, so that each
     * operation has keys of its own.
     */
    key: text('idempotency_key').notNull(),
    /** SHA-256 of the input, hexadecimal. */
    inputHash: text('body_hash').notNull(),
    answer: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [unique().on(table.userId, table.key), index().on(table.createdAt)],
);

/**
 * Counters of rate-limiter-flexible, whose column names these are. Keys are hashed, so the table
 * holds neither addresses nor emails.
 */
export const rateLimitCounters = pgTable(
  'rate_limit_counters',
  { key: text().primaryKey(), points: integer().notNull(), expire: moment('expire') },
  // By the beginning of a key all counters of one account are found, whatever the database's
  // collation.
  (table) => [
    index().on(table.expire),
    index('rate_limit_counters_prefix').on(table.key.op('text_pattern_ops')),
  ],
);
