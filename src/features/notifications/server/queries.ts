import { and, asc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { outboxMessages } from '#features/notifications/server/tables/outbox.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { keepInsert } from '#platform/server/db/keep-insert.ts';

export const insertMessages = keepInsert(outboxMessages);

type Lease = { kinds: string[]; now: Date; leasedUntil: Date; limit: number };

/**
 * Leases due messages of these kinds, oldest first, and skips those of other processes. By (kind,
 * available_at), so that an almost empty lane doesn't read the other lanes' backlog.
 */
export async function leaseMessages(db: Database, lease: Lease) {
  return leaseStatement(db, lease);
}

const leaseStatement = keepStatement((db) => {
  // A subquery could be executed once for each row, and would then lease more messages than the
  // limit.
  const due = db.$with('due').as(
    db
      .select({ id: outboxMessages.id })
      .from(outboxMessages)
      .where(
        and(
          sql`${outboxMessages.kind} = any(${sql.placeholder('kinds')}::text[])`,
          lte(outboxMessages.availableAt, sql.placeholder('now')),
          gt(outboxMessages.expiresAt, sql.placeholder('now')),
        ),
      )
      .orderBy(asc(outboxMessages.availableAt), asc(outboxMessages.id))
      .limit(sql.placeholder('limit'))
      .for('update', { skipLocked: true }),
  );
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

const KINDS_MAX = 100;

/** The number of waiting messages, by kind. */
export async function countMessages(db: Database) {
  return db
    .select({ kind: outboxMessages.kind, number: sql<number>`count(*)::int` })
    .from(outboxMessages)
    .groupBy(outboxMessages.kind)
    .orderBy(asc(outboxMessages.kind))
    .limit(KINDS_MAX);
}
