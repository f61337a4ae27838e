import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables/columns.ts';

/** What the operator did, with what and why. Only ever added to. */
export const operatorActions = pgTable('operator_actions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Whose key it was, or the user of the machine that the command ran as. */
  operator: text().notNull(),
  action: text().notNull(),
  details: jsonb().notNull(),
  happenedAt: moment('happened_at').notNull(),
});
