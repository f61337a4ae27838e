import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { notPersonal } from '#platform/server/personal-data.ts';
import { moment } from './columns.ts';

/**
 * The identity of the live database, as opposed to a copy of it. One row; see
 * live-database-queries.ts.
 */
export const liveDatabase = pgTable(
  'paying_database',
  {
    id: integer().primaryKey(),
    /** Null: no database is live until the operator enables one. */
    identity: text(),
    /** The transaction that wrote this row. A restored row was written by another one. */
    writtenBy: text('written_by').notNull(),
    /** Whether it also pays farmers. A copy does so only after the operator's confirmation. */
    paysOut: boolean('pays_out').notNull().default(true),
    enabledAt: moment('enabled_at').notNull(),
  },
  () => [check('paying_database_one_row', sql`id = 1`)],
);

notPersonal(liveDatabase);
