/*
 * A dump contains pending mails, SMS, notifications and payouts, and the secrets that send them, so
 * a restored one would send and pay again. One row identifies the live database. A copy differs in
 * one of these facts:
 *
 * - the cluster's identifier and the database's number: a dump restored elsewhere;
 * - the cluster's timeline: a recovered base backup, and a promoted standby;
 * - the transaction that wrote the row: a dump restored over the original;
 * - for the embedded database, its folder's inode and creation time: a copied folder.
 *
 * A copy of the whole disk looks like the original: see docs/operations/backups.md. After a restore
 * the operator compares the payouts with M-Pesa's statement before it pays out.
 */

import { and, eq, sql } from 'drizzle-orm';
import { hasRows } from '../database.ts';
import { liveDatabase } from '../tables.ts';

const ONLY_ROW = 1;

/** open-embedded.ts sets `sokoshamba.folder`. */
const ownIdentity = sql<string>`(
  select concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()), current_setting('sokoshamba.folder', true))
  from pg_control_system())`;

/** xmin has the lower 32 bits of the transaction's number. */
const isWrittenHere = sql<boolean>`(${liveDatabase.writtenBy}::bigint & 4294967295)::text = paying_database.xmin::text`;

const isThisOne = sql<boolean>`(${liveDatabase.identity} = ${ownIdentity} and ${isWrittenHere})`;

/** A higher timeline: a promoted standby or a recovered base backup. */
const continuesIt = sql<boolean>`(${isWrittenHere}
  and split_part(${liveDatabase.identity}, '/', 2) < split_part(${ownIdentity}, '/', 2)
  and regexp_replace(${liveDatabase.identity}, '/[^/]+', '') = regexp_replace(${ownIdentity}, '/[^/]+', ''))`;

const thisTransaction = sql`pg_current_xact_id()::text`;

export async function findStanding(db: Database) {
  const isLive = sql<boolean>`coalesce(${isThisOne}, false)`;
  const [row] = await db
    .select({ isLive, paysOut: liveDatabase.paysOut })
    .from(liveDatabase)
    .limit(1);
  return { isLive: row?.isLive ?? false, paysOut: (row?.isLive && row.paysOut) ?? false };
}

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

/** Each sign-up is a transaction of its own, but a dump restores all users in one. */
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
 * A continuation may lack the last payouts, so it pays farmers only after the operator's
 * confirmation.
 */
export const nameContinuation = (db: Database, now: Date) =>
  hasRows(
    db
      .update(liveDatabase)
      .set({ identity: ownIdentity, writtenBy: thisTransaction, paysOut: false, enabledAt: now })
      .where(and(eq(liveDatabase.id, ONLY_ROW), continuesIt))
      .returning({ id: liveDatabase.id }),
  );
