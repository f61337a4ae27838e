import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { payingDatabase } from '#server/db/schema/payments.ts';

const ONLY_ROW = 1;

/**
 * Which database this is. Any role may ask, unless that was taken from it. `sokoshamba.folder` is set by db/database.ts where the
 * database is embedded.
 */
const ownIdentity = sql<string>`(
  select concat_ws('/', system_identifier, left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()), current_setting('sokoshamba.folder', true))
  from pg_control_system())`;

/** A row's xmin has the lower 32 bits of the transaction's number. */
const isWrittenHere = sql<boolean>`(${payingDatabase.writtenBy}::bigint & 4294967295)::text = paying_database.xmin::text`;

const thisTransaction = sql`pg_current_xact_id()::text`;

export async function isNamedDatabase(db: Database): Promise<boolean> {
  const [row] = await db
    .select({ isNamed: sql<boolean>`coalesce(${payingDatabase.identity} = ${ownIdentity} and ${isWrittenHere}, false)` })
    .from(payingDatabase)
    .limit(1);
  return row?.isNamed ?? false;
}

export async function nameDatabase(tx: Database, now: Date) {
  const row = { identity: ownIdentity, writtenBy: thisTransaction, enabledAt: now };
  await tx
    .insert(payingDatabase)
    .values({ id: ONLY_ROW, ...row })
    .onConflictDoUpdate({ target: payingDatabase.id, set: row });
}

/**
 * Where there is no row yet: names this database if it has paid nobody, or if its people were written by several transactions. Each
 * signs up in one of their own, while a dump brings them all in one.
 */
export async function nameDatabaseAtFirst(db: Database, now: Date) {
  const hasGrownHere = sql`not exists (select from payouts) or (select count(distinct xmin::text) > 1 from users)`;
  await db
    .insert(payingDatabase)
    .values({
      id: ONLY_ROW,
      identity: sql`case when ${hasGrownHere} then ${ownIdentity} end`,
      writtenBy: thisTransaction,
      enabledAt: now,
    })
    .onConflictDoNothing();
}
