import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables/columns.ts';

/** What is to happen outside the database once its transaction has committed. */
export const outboxMessages = pgTable(
  'outbox_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    payload: jsonb().notNull(),
    createdAt: moment('created_at').notNull(),
    /**
     * When it may be tried (again); a worker that takes it moves this ahead, which is its lease.
     */
    availableAt: moment('available_at').notNull(),
    /** After this nobody needs it any more. */
    expiresAt: moment('expires_at').notNull(),
    attempts: integer().notNull().default(0),
  },
  (table) => [index().on(table.availableAt), index().on(table.kind, table.availableAt)],
);
