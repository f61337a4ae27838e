/* The outbox, and the live database, which alone sends what is in it. */

import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { type Database, keepStatement } from '#server/db/database.ts';
import { liveDatabase, outboxMessages } from './db/tables.ts';

export type OutboxRow = typeof outboxMessages.$inferInsert;

export async function insertMessages(db: Database, rows: OutboxRow[]) {
  if (rows.length > 0) await db.insert(outboxMessages).values(rows).execute();
}

type Lease = {
  kinds: { kind: string; lane: number; limit: number }[];
  now: Date;
  leasedUntil: Date;
};

type Leased = Pick<
  typeof outboxMessages.$inferSelect,
  'id' | 'kind' | 'payload' | 'attempts' | 'createdAt' | 'expiresAt'
>;

/**
 * The index finds the oldest of each kind, so a batch costs the same however many wait. Held
 * messages are never due.
 */
export async function leaseMessages(db: Database, { kinds, ...moments }: Lease) {
  const [row] = await leaseStatement(db, {
    kinds: kinds.map(({ kind }) => kind),
    lanes: kinds.map(({ lane }) => lane),
    limits: kinds.map(({ limit }) => limit),
    ...moments,
  });
  const messages: Leased[] = (row?.messages ?? []).map(({ createdAt, expiresAt, ...message }) => ({
    ...message,
    createdAt: new Date(createdAt),
    expiresAt: new Date(expiresAt),
  }));
  return { messages, dueAt: row?.dueAt ?? null };
}

type LeasedJson = Omit<Leased, 'createdAt' | 'expiresAt'> & {
  createdAt: string;
  expiresAt: string;
};

const leaseStatement = keepStatement((db) => {
  const [kinds, now] = [
    sql`${sql.placeholder('kinds')}::text[]`,
    sql`${sql.placeholder('now')}::timestamptz`,
  ];
  // A subquery could run once for each row.
  const due = db.$with('due', {}).as(sql`
    select id from (
      select oldest.id, most, row_number() over (partition by lane order by oldest.available_at, oldest.id) as place
        from unnest(${kinds}, ${sql.placeholder('lanes')}::int[], ${sql.placeholder('limits')}::int[]) as wanted (name, lane, most)
        cross join lateral (
          select id, available_at from ${outboxMessages}
            where kind = wanted.name and available_at <= ${now} and expires_at > ${now}
            order by available_at, id limit wanted.most for update skip locked
        ) oldest
    ) placed where place <= most`);
  const leased = db.$with('leased', {}).as(sql`
    update ${outboxMessages} set available_at = ${sql.placeholder('leasedUntil')}::timestamptz, attempts = attempts + 1
      where id in (select id from due)
    returning id, kind, payload, attempts, created_at as "createdAt", expires_at as "expiresAt"`);
  return db
    .with(due, leased)
    .select({
      messages: sql<LeasedJson[]>`(select coalesce(json_agg(leased), '[]') from leased)`,
      dueAt: sql`(
        select min(next.available_at) from unnest(${kinds}) as wanted (name) cross join lateral (
          select available_at from ${outboxMessages}
            where kind = wanted.name and available_at > ${now} and available_at < expires_at
            order by available_at limit 1
        ) next)`.mapWith((value: string): Date | null => new Date(value)),
    })
    .from(sql`(values (1)) as once`);
});

export async function deleteMessage(db: Database, id: number) {
  await deleteStatement(db, { id });
}

const deleteStatement = keepStatement((db) =>
  db.delete(outboxMessages).where(eq(outboxMessages.id, sql.placeholder('id'))),
);

export async function deleteExpiredMessages(db: Database, now: Date) {
  await deleteExpiredStatement(db, { now });
}

const deleteExpiredStatement = keepStatement((db) =>
  db.delete(outboxMessages).where(lte(outboxMessages.expiresAt, sql.placeholder('now'))),
);

export async function delayMessage(
  db: Database,
  { id, availableAt }: { id: number; availableAt: Date },
) {
  await db.update(outboxMessages).set({ availableAt }).where(eq(outboxMessages.id, id));
}

/** It is due when it expires, so it is never leased. */
export const holdMessage = (db: Database, { id, expiresAt }: { id: number; expiresAt: Date }) =>
  delayMessage(db, { id, availableAt: expiresAt });

type Held = {
  kinds: string[];
  now: Date;
  id?: number | undefined;
};

const isHeld = ({ kinds, now, id }: Held) =>
  and(
    inArray(outboxMessages.kind, kinds),
    eq(outboxMessages.availableAt, outboxMessages.expiresAt),
    gt(outboxMessages.expiresAt, now),
    id === undefined ? undefined : eq(outboxMessages.id, id),
  );

export async function listHeld(db: Database, { limit, ...held }: Held & { limit: number }) {
  return db
    .select({
      id: outboxMessages.id,
      kind: outboxMessages.kind,
      payload: outboxMessages.payload,
      createdAt: outboxMessages.createdAt,
      expiresAt: outboxMessages.expiresAt,
    })
    .from(outboxMessages)
    .where(isHeld(held))
    .orderBy(asc(outboxMessages.createdAt), asc(outboxMessages.id))
    .limit(limit);
}

export const countHeld = (db: Database, held: Held) => db.$count(outboxMessages, isHeld(held));

/** For what becomes due by other ways than a new message. */
export async function wakeOutbox(db: Database) {
  await db.select({ sent: sql`pg_notify('outbox_messages', '')` }).from(sql`(values (1)) as once`);
}

export async function releaseHeld(db: Database, held: Held) {
  await wakeOutbox(db);
  const rows = await db
    .update(outboxMessages)
    .set({ createdAt: held.now, availableAt: held.now })
    .where(isHeld(held))
    .returning({ id: outboxMessages.id });
  return rows.length;
}

export async function dropHeld(db: Database, held: Held) {
  const rows = await db
    .delete(outboxMessages)
    .where(isHeld(held))
    .returning({ id: outboxMessages.id });
  return rows.length;
}

export async function delayKinds(
  db: Database,
  { kinds, availableAt }: { kinds: string[]; availableAt: Date },
) {
  await db
    .update(outboxMessages)
    .set({ availableAt })
    .where(and(inArray(outboxMessages.kind, kinds), lt(outboxMessages.availableAt, availableAt)));
}

const KINDS_MAX = 100;

export async function countMessages(db: Database) {
  return db
    .select({ kind: outboxMessages.kind, number: sql<number>`count(*)::int` })
    .from(outboxMessages)
    .groupBy(outboxMessages.kind)
    .orderBy(asc(outboxMessages.kind))
    .limit(KINDS_MAX);
}

/**
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
export async function nameContinuation(db: Database, now: Date) {
  const rows = await db
    .update(liveDatabase)
    .set({ identity: ownIdentity, writtenBy: thisTransaction, paysOut: false, enabledAt: now })
    .where(and(eq(liveDatabase.id, ONLY_ROW), continuesIt))
    .returning({ id: liveDatabase.id });
  return rows.length === 1;
}
