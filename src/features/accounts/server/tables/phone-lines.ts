import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/server/db/tables.ts';
import { personal } from '#platform/server/personal-data.ts';
import { users } from './users.ts';

export const phoneLines = pgTable(
  'phone_lines',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC-SHA256 with the application's secret, in hexadecimal. */
    pinHash: text('pin_hash'),
    pinSetAt: moment('pin_set_at'),
    /** Wrong PINs since the last correct PIN or lock. */
    pinTries: integer('pin_tries').notNull().default(0),
    pinLockedUntil: moment('pin_locked_until'),
    /** When an operator's removal of a forgotten PIN takes effect. */
    pinEndsAt: moment('pin_ends_at'),
    /** The last input from this phone. After a long silence the PIN is required. */
    heardAt: moment('heard_at'),
    /**
     * Since when the SIM may belong to another person. A correct PIN, a proof by email, or a new
     * verified number clears it.
     */
    simChangedAt: moment('sim_changed_at'),
    /**
     * When the number was replaced with only a session or a password as proof, or released to its
     * new holder. A correct PIN or a proof by email clears it.
     */
    numberChangedAt: moment('number_changed_at'),
    /** The former number, now verified by its new holder. Null once the user has another number. */
    releasedNumber: text('released_number'),
    stoppedAt: moment('stopped_at'),
    /** A command that waits for one word, "yes" or the PIN. */
    waiting: jsonb(),
    waitingUntil: moment('waiting_until'),
    listedProducts: jsonb('listed_products'),
  },
  (table) => [
    index('phone_lines_waiting').on(table.waitingUntil).where(sql`waiting is not null`),
    index('phone_lines_released').on(table.userId).where(sql`released_number is not null`),
  ],
);

personal(phoneLines, {
  of: 'userId',
  exported: `heardAt simChangedAt numberChangedAt releasedNumber stoppedAt pinSetAt pinLockedUntil
    pinEndsAt`,
  omitted: {
    'The hash of a secret.': 'pinHash',
    'The export contains the SMS that stated them.': 'waiting listedProducts',
  },
  technical: 'pinTries waitingUntil',
});
