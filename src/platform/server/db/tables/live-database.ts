import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { notPersonal } from '#platform/server/personal-data.ts';
import { moment } from './columns.ts';

/** One row; see live-database-queries.ts. */
export const liveDatabase = pgTable(
  'paying_database',
  {
    id: integer().primaryKey(),
    /** Null: no database is live until the operator enables one. */
    identity: text(),
    /** A restored row was written by another transaction. */
    writtenBy: text('written_by').notNull(),
    /** A copy pays farmers only after the operator's confirmation. */
    paysOut: boolean('pays_out').notNull().default(true),
    enabledAt: moment('enabled_at').notNull(),
  },
  () => [check('paying_database_one_row', sql`id = 1`)],
);

notPersonal(liveDatabase);
