import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** What the operator did, with what and why. Only ever added to. */
export const operatorActions = pgTable('operator_actions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Who was logged in on the machine. */
  operator: text().notNull(),
  action: text().notNull(),
  details: jsonb().notNull(),
  happenedAt: moment('happened_at').notNull(),
});
