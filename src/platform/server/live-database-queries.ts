/*
 * Which database is the live one. A dump contains pending mails, SMS and notifications, due
 * payouts, orders about to expire, and the secrets that send all this. If it is restored next to
 * the original, or in its place a day later, it would send and pay again what was already sent and
 * paid. So one row identifies the live database, and it is compared with the running one before
 * anything is sent or happens by time alone. A copy differs from the original in one of these
 * facts:
 *
 * - the cluster's identifier and the database's number: a dump restored elsewhere, or a database
 *   copied within the server;
 * - the cluster's timeline: a recovered base backup, and a promoted standby;
 * - the transaction that wrote the row: a dump restored over the original, because restoring
 *   rewrites every row;
 * - for the embedded database, its folder's inode and creation time: a copy of the folder.
 *
 * None of them depends on the server process, so any number of servers may share one database. A
 * copy of the whole disk looks like the original to PostgreSQL: see docs/operations/backups.md.
 * Even then M-Pesa accepts each attempt of a payout once, because its id is derived from the order
 * (conversationIdOf in take-payout.ts).
 *
 * Payouts need more than a live database: after a restore the operator first compares the payouts
 * with M-Pesa's statement.
 */

import { and, eq, sql } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import { liveDatabase } from './db/tables/live-database.ts';

const ONLY_ROW = 1;

/**
 * The identity of the running database. Any role may read it, unless that right was revoked.
 * platform/server/db/open-embedded.ts sets `sokoshamba.folder`.
 */
const ownIdentity = sql<string>`(
  select concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()), current_setting('sokoshamba.folder', true))
  from pg_control_system())`;

/** A row's xmin has the lower 32 bits of the transaction's number. */
const isWrittenHere = sql<boolean>`(${liveDatabase.writtenBy}::bigint & 4294967295)::text = paying_database.xmin::text`;

const isThisOne = sql<boolean>`(${liveDatabase.identity} = ${ownIdentity} and ${isWrittenHere})`;

/**
 * Whether this database continues the live one on a higher timeline, as a promoted standby or a
 * recovered base backup does.
 */
const continuesIt = sql<boolean>`(${isWrittenHere}
  and split_part(${liveDatabase.identity}, '/', 2) < split_part(${ownIdentity}, '/', 2)
  and regexp_replace(${liveDatabase.identity}, '/[^/]+', '') = regexp_replace(${ownIdentity}, '/[^/]+', ''))`;

const thisTransaction = sql`pg_current_xact_id()::text`;

/** Whether the running database is the live one, and whether it pays farmers. */
export async function findStanding(db: Database): Promise<{ isLive: boolean; paysOut: boolean }> {
  const isLive = sql<boolean>`coalesce(${isThisOne}, false)`;
  const [row] = await db
    .select({ isLive, paysOut: liveDatabase.paysOut })
    .from(liveDatabase)
    .limit(1);
  return { isLive: row?.isLive ?? false, paysOut: (row?.isLive && row.paysOut) ?? false };
}

/** Makes this database the live one. Stores its identity in the caller's transaction. */
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
 * If there is no row yet, makes this database the live one, provided that it has no payouts or that
 * several transactions wrote its users. Each sign-up is a transaction of its own, while a dump
 * restores all users in one.
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
 * The caller was connected to the live database a moment ago. If the running one continues it,
 * makes the running one live. It may lack the last payouts, so it pays farmers only after the
 * operator's confirmation.
 * @returns whether it continues the live one
 */
export async function nameContinuation(db: Database, now: Date): Promise<boolean> {
  const rows = await db
    .update(liveDatabase)
    .set({ identity: ownIdentity, writtenBy: thisTransaction, paysOut: false, enabledAt: now })
    .where(and(eq(liveDatabase.id, ONLY_ROW), continuesIt))
    .returning({ id: liveDatabase.id });
  return rows.length === 1;
}
