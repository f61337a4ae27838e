import { and, eq, like, lt, lte, sql } from 'drizzle-orm';
import { IDEMPOTENCY_KEY_SECONDS } from '../../rules/limits.ts';
import { secondsAfter } from '../clock.ts';
import { keepStatement, pick } from '../database.ts';
import { idempotencyKeys, rateLimitCounters } from '../tables.ts';

type OwnKey = { userId: number; key: string };

export async function lockIdempotencyKey(tx: Database, { userId, key }: OwnKey) {
  await lockKeyStatement(tx, { name: `idempotency key of ${userId}: ${key}` });
}

const lockKeyStatement = keepStatement((db) =>
  db
    .select({
      locked: sql`pg_advisory_xact_lock(hashtextextended(${sql.placeholder('name')}::text, 0))`,
    })
    .from(sql`(values (1)) as once`),
);

export async function findIdempotencyKey(db: Database, own: OwnKey) {
  const [found] = await idempotencyKeyStatement(db, own);
  return found ?? null;
}

const idempotencyKeyStatement = keepStatement((db) =>
  db
    .select(pick(idempotencyKeys, 'id inputHash answer createdAt'))
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, sql.placeholder('userId')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
      ),
    ),
);

export async function insertIdempotencyKey(
  db: Database,
  row: Omit<typeof idempotencyKeys.$inferInsert, 'id'>,
) {
  await db.insert(idempotencyKeys).values(row).execute();
}

export async function deleteIdempotencyKey(db: Database, id: number) {
  await db.delete(idempotencyKeys).where(eq(idempotencyKeys.id, id));
}

export async function pruneIdempotencyKeys(db: Database, now: Date) {
  const before = secondsAfter(now, -IDEMPOTENCY_KEY_SECONDS);
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before));
}

export async function pruneCounters(db: Database, now: Date) {
  await db.delete(rateLimitCounters).where(lt(rateLimitCounters.expire, now));
}

export async function deleteCounters(db: Database, prefix: string) {
  await db.delete(rateLimitCounters).where(like(rateLimitCounters.key, `${prefix}%`));
}

/**
 * Adds a point to a counter for each time it is named, in the order of their keys, so that two
 * callers cannot deadlock.
 */
export async function countTogether(
  tx: Database,
  counters: { key: string; seconds: number }[],
  now: Date,
) {
  if (counters.length === 0) return [];
  const { points, expire } = rateLimitCounters;
  const isOver = lte(expire, now);
  const named = new Map<string, typeof rateLimitCounters.$inferInsert>();
  for (const { key, seconds } of counters) {
    const counted = { points: (named.get(key)?.points ?? 0) + 1 };
    named.set(key, { key, ...counted, expire: secondsAfter(now, seconds) });
  }
  return tx
    .insert(rateLimitCounters)
    .values([...named.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflictDoUpdate({
      target: rateLimitCounters.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${points} + excluded.points end`,
        expire: sql`case when ${isOver} then excluded.expire else ${expire} end`,
      },
    })
    .returning({ key: rateLimitCounters.key, points, expire });
}
