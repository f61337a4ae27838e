/*
 * Which database is the live one. A dump holds letters, SMS and notifications that wait, payouts
 * that are due, orders about to expire, and the secrets that send all this. Restored next to the
 * original, or in its place a day later, it would write to people and pay again what was written
 * and paid meanwhile. So one row names the live database, and it is compared with the one that is
 * running before anything leaves it or happens in it by time alone. The facts compared are ones
 * that a copy does not share:
 *
 * - the cluster's identifier and the database's number: a dump restored elsewhere, or a database
 * copied within the server;
 * - the cluster's timeline: a base backup that was recovered, and a standby that was promoted;
 * - the transaction that wrote the row: a dump restored over the original, for restoring writes
 * every row anew;
 * - for the embedded database, its folder's number and birth: a copy of the folder.
 *
 * None of them depends on which server process asks, so any number of servers may share one
 * database. A disk that was copied as a whole looks to PostgreSQL like the original: see
 * docs/operations/backups.md. Even then M-Pesa takes each try of a payout once, because its id is
 * derived from the payout (conversationIdOf in send-payouts.ts).
 *
 * Paying needs more than being live: after a restore the operator first compares the payouts with
 * M-Pesa's statement.
 */

import { and, eq, sql } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import { liveDatabase } from './db/tables/live-database.ts';

const ONLY_ROW = 1;

/**
 * Which database this is. Any role may ask, unless that was taken from it. `sokoshamba.folder` is
 * set by platform/server/db/open-embedded.ts.
 */
const ownIdentity = sql<string>`(
  select concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()), current_setting('sokoshamba.folder', true))
  from pg_control_system())`;

/** A row's xmin has the lower 32 bits of the transaction's number. */
const isWrittenHere = sql<boolean>`(${liveDatabase.writtenBy}::bigint & 4294967295)::text = paying_database.xmin::text`;

const isThisOne = sql<boolean>`(${liveDatabase.identity} = ${ownIdentity} and ${isWrittenHere})`;

/**
 * It continues the live one on a higher timeline, as a promoted standby does, and a base backup
 * that was recovered.
 */
const continuesIt = sql<boolean>`(${isWrittenHere}
  and split_part(${liveDatabase.identity}, '/', 2) < split_part(${ownIdentity}, '/', 2)
  and regexp_replace(${liveDatabase.identity}, '/[^/]+', '') = regexp_replace(${ownIdentity}, '/[^/]+', ''))`;

const thisTransaction = sql`pg_current_xact_id()::text`;

/** Whether the running database is the live one, and whether it pays out. */
export async function findStanding(db: Database): Promise<{ isLive: boolean; paysOut: boolean }> {
  const isLive = sql<boolean>`coalesce(${isThisOne}, false)`;
  const [row] = await db
    .select({ isLive, paysOut: liveDatabase.paysOut })
    .from(liveDatabase)
    .limit(1);
  return { isLive: row?.isLive ?? false, paysOut: (row?.isLive && row.paysOut) ?? false };
}

/**
 * From now on this database is the live one. It writes down which it is, in the caller's
 * transaction.
 */
export async function nameLiveDatabase(
  tx: Database,
  { paysOut, now }: { paysOut: boolean; now: Date },
) {
  const row = { identity: ownIdentity, writtenBy: thisTransaction, paysOut, enabledAt: now };
  await tx
    .insert(liveDatabase)
    .values({ id: ONLY_ROW, ...row })
    .onConflictDoUpdate({ target: liveDatabase.id, set: row });
}

/**
 * Where there is no row yet: names this database if it has paid nobody, or if its people were
 * written by several transactions. Each signs up in one of their own, while a dump brings them all
 * in one.
 */
export async function nameLiveDatabaseAtFirst(db: Database, now: Date) {
  const hasGrownHere = sql`not exists (select from payouts) or (select count(distinct xmin::text) > 1 from users)`;
  await db
    .insert(liveDatabase)
    .values({
      id: ONLY_ROW,
      identity: sql`case when ${hasGrownHere} then ${ownIdentity} end`,
      writtenBy: thisTransaction,
      enabledAt: now,
    })
    .onConflictDoNothing();
}

/**
 * The caller was connected to the live database until a moment ago: where the one that answers now
 * continues it, that one is live. It may lack the last payouts, so it pays only on the operator's
 * word. @returns whether it does
 */
export async function nameContinuation(db: Database, now: Date): Promise<boolean> {
  const rows = await db
    .update(liveDatabase)
    .set({ identity: ownIdentity, writtenBy: thisTransaction, paysOut: false, enabledAt: now })
    .where(and(eq(liveDatabase.id, ONLY_ROW), continuesIt))
    .returning({ id: liveDatabase.id });
  return rows.length === 1;
}
