import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Which database is the live one: the one whose identity stands here. One row; see
 * live-database-queries.ts.
 */
export const liveDatabase = pgTable(
  'paying_database',
  {
    id: integer().primaryKey(),
    /** Null: none, until the operator says so. */
    identity: text(),
    /** The transaction that wrote this row. A row that was restored has been written by another. */
    writtenBy: text('written_by').notNull(),
    /** Whether it also pays farmers, which a copy does only on the operator's word. */
    paysOut: boolean('pays_out').notNull().default(true),
    enabledAt: moment('enabled_at').notNull(),
  },
  () => [check('paying_database_one_row', sql`id = 1`)],
);
