import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Counters of rate-limiter-flexible, whose column names these are. Keys are hashed: neither addresses nor e-mails stand here. */
export const rateLimitCounters = pgTable(
  'rate_limit_counters',
  { key: text().primaryKey(), points: integer().notNull(), expire: moment('expire') },
  // By the beginning of a key all counters of one account are found, whatever the database's collation.
  (table) => [index().on(table.expire), index('rate_limit_counters_prefix').on(table.key.op('text_pattern_ops'))],
);
