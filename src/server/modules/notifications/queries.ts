import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/connect.ts';
import { insertRows } from '#server/db/insert-rows.ts';
import { reuseQuery } from '#server/db/reuse-query.ts';
import { outboxMessages } from '#server/db/schema/outbox.ts';

export async function insertMessages(db: Database, messages: (typeof outboxMessages.$inferInsert)[]) {
  await insertRows(db, outboxMessages, messages);
}

type Lease = { name: string; kinds: string[]; now: Date; leasedUntil: Date; limit: number };

/**
 * Takes what is due of these kinds, oldest first, for the length of a lease; what other processes hold is skipped. By
 * (kind, available_at), so that a lane with little in it doesn't read past all that waits in another.
 */
export async function leaseMessages(db: Database, { name, kinds, now, leasedUntil, limit }: Lease) {
  const query = reuseQuery(db, `outbox messages leased: ${name}`, () => leaseQuery(db, kinds).prepare('leased'));
  return query.execute({ now, leasedUntil, limit });
}

function leaseQuery(db: Database, kinds: string[]) {
  const now = (column: PgColumn) => sql.param(sql.placeholder('now'), column);
  const due = db
    .select({ id: outboxMessages.id })
    .from(outboxMessages)
    .where(
      and(
        inArray(outboxMessages.kind, kinds),
        lte(outboxMessages.availableAt, now(outboxMessages.availableAt)),
        gt(outboxMessages.expiresAt, now(outboxMessages.expiresAt)),
      ),
    )
    .orderBy(asc(outboxMessages.availableAt), asc(outboxMessages.id))
    .limit(sql.placeholder('limit'))
    .for('update', { skipLocked: true });
  const leasedUntil = sql`${sql.param(sql.placeholder('leasedUntil'), outboxMessages.availableAt)}::timestamptz`;
  return db
    .update(outboxMessages)
    .set({ availableAt: leasedUntil, attempts: sql`${outboxMessages.attempts} + 1` })
    .where(inArray(outboxMessages.id, due))
    .returning({
      id: outboxMessages.id,
      kind: outboxMessages.kind,
      payload: outboxMessages.payload,
      attempts: outboxMessages.attempts,
    });
}

export async function deleteMessage(db: Database, id: number) {
  const query = reuseQuery(db, 'outbox message deleted', () =>
    db
      .delete(outboxMessages)
      .where(eq(outboxMessages.id, sql.placeholder('id')))
      .prepare('done'),
  );
  await query.execute({ id });
}

export async function deleteExpiredMessages(db: Database, now: Date) {
  const query = reuseQuery(db, 'outbox messages expired', () =>
    db
      .delete(outboxMessages)
      .where(lte(outboxMessages.expiresAt, sql.param(sql.placeholder('now'), outboxMessages.expiresAt)))
      .prepare('expired'),
  );
  await query.execute({ now });
}

export async function delayMessage(db: Database, { id, availableAt }: { id: number; availableAt: Date }) {
  await db.update(outboxMessages).set({ availableAt }).where(eq(outboxMessages.id, id));
}

const KINDS_MAX = 100;

/** How many messages wait, by kind. */
export async function countMessages(db: Database) {
  return db
    .select({ kind: outboxMessages.kind, number: sql<number>`count(*)::int` })
    .from(outboxMessages)
    .groupBy(outboxMessages.kind)
    .orderBy(asc(outboxMessages.kind))
    .limit(KINDS_MAX);
}
