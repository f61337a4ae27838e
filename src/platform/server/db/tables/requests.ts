import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { notPersonal, personal } from '#platform/server/personal-data.ts';
import { moment } from './columns.ts';

/** Defined in the accounts feature. */
const users = pgTable('users', { id: integer().primaryKey() });

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
