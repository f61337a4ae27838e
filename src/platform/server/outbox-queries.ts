import { and, asc, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { outboxMessages } from './db/tables.ts';

export type OutboxRow = typeof outboxMessages.$inferInsert;

export async function insertMessages(db: Database, rows: OutboxRow[]) {
  if (rows.length > 0) await db.insert(outboxMessages).values(rows).execute();
}

type Lease = { kinds: string[]; now: Date; leasedUntil: Date; limit: number };

/** The index finds the oldest of each kind, so a batch costs the same however many wait. */
export async function leaseMessages(db: Database, lease: Lease) {
  return leaseStatement(db, lease);
}

const leaseStatement = keepStatement((db) => {
  const limit = sql.placeholder('limit');
  // A subquery could run once for each row.
  const due = db.$with('due', { id: outboxMessages.id }).as(sql`
    select oldest.id from unnest(${sql.placeholder('kinds')}::text[]) as kinds(name)
      cross join lateral (
        select id, available_at from ${outboxMessages}
          where kind = kinds.name and available_at <= ${sql.placeholder('now')} and expires_at > ${sql.placeholder('now')}
          order by available_at, id limit ${limit} for update skip locked
      ) oldest
      order by oldest.available_at, oldest.id limit ${limit}`);
  return db
    .with(due)
    .update(outboxMessages)
    .set({
      availableAt: sql`${sql.placeholder('leasedUntil')}::timestamptz`,
      attempts: sql`${outboxMessages.attempts} + 1`,
    })
    .where(inArray(outboxMessages.id, db.select({ id: due.id }).from(due)))
    .returning({
      id: outboxMessages.id,
      kind: outboxMessages.kind,
      payload: outboxMessages.payload,
      attempts: outboxMessages.attempts,
      createdAt: outboxMessages.createdAt,
      expiresAt: outboxMessages.expiresAt,
    });
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

export async function releaseHeld(db: Database, held: Held): Promise<number> {
  const rows = await db
    .update(outboxMessages)
    .set({ createdAt: held.now, availableAt: held.now })
    .where(isHeld(held))
    .returning({ id: outboxMessages.id });
  return rows.length;
}

export async function dropHeld(db: Database, held: Held): Promise<number> {
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
