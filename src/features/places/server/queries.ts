import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { secondsAfter } from '#server/clock.ts';
import { geocoderCache, geocoderSlots } from './tables.ts';

const SLOT_ID = 1;

/** Undefined if nothing is cached, because an answer may be null. */
export async function findCachedAnswer(db: Database, { key, now }: { key: string; now: Date }) {
  const [row] = await db
    .select({ answer: geocoderCache.answer })
    .from(geocoderCache)
    .where(and(eq(geocoderCache.key, key), gt(geocoderCache.expiresAt, now)));
  return row?.answer;
}

export async function upsertCachedAnswer(
  db: Database,
  { key, answer, expiresAt }: typeof geocoderCache.$inferInsert,
) {
  await db
    .insert(geocoderCache)
    .values({ key, answer, expiresAt })
    .onConflictDoUpdate({ target: geocoderCache.key, set: { answer, expiresAt } });
}

type SlotWish = { now: Date; intervalSeconds: number; maxWaitSeconds: number };

/**
 * A single statement, so that no two processes get the same moment. Null, without taking it, when
 * it is too far ahead.
 */
export async function claimSlot(db: Database, { now, intervalSeconds, maxWaitSeconds }: SlotWish) {
  const interval = sql`make_interval(secs => ${intervalSeconds})`;
  const [row] = await db
    .insert(geocoderSlots)
    .values({ id: SLOT_ID, nextAt: secondsAfter(now, intervalSeconds) })
    .onConflictDoUpdate({
      target: geocoderSlots.id,
      set: {
        nextAt: sql`greatest(${geocoderSlots.nextAt}, ${now.toISOString()}::timestamptz) + ${interval}`,
      },
      setWhere: lte(geocoderSlots.nextAt, secondsAfter(now, maxWaitSeconds)),
    })
    .returning({ nextAt: geocoderSlots.nextAt });
  return row ? secondsAfter(row.nextAt, -intervalSeconds) : null;
}

export async function pruneCachedAnswers(db: Database, now: Date) {
  await db.delete(geocoderCache).where(lt(geocoderCache.expiresAt, now));
}
