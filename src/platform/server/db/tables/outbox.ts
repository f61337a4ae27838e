import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables/columns.ts';
import { personal } from '#platform/server/personal-data.ts';

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
