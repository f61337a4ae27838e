import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables/columns.ts';

/** The log of the operator's actions. Append-only. */
export const operatorActions = pgTable('operator_actions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** The name of the operator's key, or the system user that the command ran as. */
  operator: text().notNull(),
  action: text().notNull(),
  details: jsonb().notNull(),
  happenedAt: moment('happened_at').notNull(),
});
