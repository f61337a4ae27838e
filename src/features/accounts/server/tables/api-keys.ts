import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { keyScopes } from '#platform/rules/key-scopes.ts';
import { moment } from '#platform/server/db/tables.ts';
import { personal } from '#platform/server/personal-data.ts';
import { users } from './users.ts';

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
