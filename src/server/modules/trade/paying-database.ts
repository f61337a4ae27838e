/*
 * Which database may pay out. A dump holds payouts that are due, and the secrets that send them. Restored next to the original, or in
 * its place a day later, it would pay again what was paid meanwhile. So one row names the database that pays, and before each round of
 * payouts it is compared with the one that is running. The facts compared are ones that a copy does not share:
 *
 * - the cluster's identifier and the database's number: a dump restored elsewhere, or a database copied within the server;
 * - the cluster's timeline: a base backup that was recovered, and a standby that was promoted;
 * - the transaction that wrote the row: a dump restored over the original, for restoring writes every row anew;
 * - for the embedded database, its folder's number and birth: a copy of the folder.
 *
 * None of them depends on which server process asks, so any number of servers may share one database. A disk that was copied as a
 * whole looks to PostgreSQL like the original: see docs/operations.md on backups. Even then M-Pesa takes each try of a payout once, because
 * its id is derived from the payout (conversationIdOf in send-payouts.ts).
 */

import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Logger } from '#server/log.ts';
import { isNamedDatabase, nameDatabase, nameDatabaseAtFirst } from './payments/payouts/paying-database-queries.ts';

/** Whether this database is the one that pays out. */
export const mayPayOut = (db: Database): Promise<boolean> => isNamedDatabase(db);

/** From now on this database pays out. It writes down which it is, in the caller's transaction. */
export const enablePayouts = (tx: Database, now: Date): Promise<void> => nameDatabase(tx, now);

/**
 * At each start: a database that has never named one names itself, where it has grown here. One that comes from a dump of a version
 * before this was written waits for the operator, like every copy.
 */
export async function rememberPayingDatabase(db: Database, { clock, log }: { clock: Clock; log: Logger }) {
  try {
    await nameDatabaseAtFirst(db, clock());
    if (await mayPayOut(db)) return;
    log.warn('This database is a copy, or was moved: it pays out nothing until `npm run operator -- payouts enable`.');
  } catch (error) {
    log.error(
      { err: error },
      'Nothing is paid out, for this database does not say which it is; see Backups in docs/operations.md.',
    );
  }
}
