import { and, eq, lt, sql } from 'drizzle-orm';
import type { Database } from './connect.ts';
import { insertRows } from './insert-rows.ts';
import { reuseQuery } from './reuse-query.ts';
import { idempotencyKeys } from './schema/idempotency-keys.ts';

type OwnKey = { userId: number; key: string };

/** Makes requests with the same key run one after the other, until the transaction ends. */
export async function lockIdempotencyKey(tx: Database, { userId, key }: OwnKey) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`idempotency key of ${userId}: ${key}`}, 0))`);
}

/** By (buyer_id, idempotency_key). */
export async function findIdempotencyKey(db: Database, own: OwnKey) {
  const query = reuseQuery(db, 'idempotency key', () =>
    db
      .select({
        id: idempotencyKeys.id,
        inputHash: idempotencyKeys.inputHash,
        answer: idempotencyKeys.answer,
        createdAt: idempotencyKeys.createdAt,
      })
      .from(idempotencyKeys)
      .where(and(eq(idempotencyKeys.userId, sql.placeholder('userId')), eq(idempotencyKeys.key, sql.placeholder('key'))))
      .prepare('idempotency_key'),
  );
  const [found] = await query.execute(own);
  return found ?? null;
}

export async function insertIdempotencyKey(db: Database, row: Omit<typeof idempotencyKeys.$inferInsert, 'id'>) {
  await insertRows(db, idempotencyKeys, [row]);
}

export async function deleteIdempotencyKey(db: Database, id: number) {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.id, id));
}

/** By created_at. */
export async function deleteIdempotencyKeysBefore(db: Database, before: Date) {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}
