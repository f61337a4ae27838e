import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import { PHOTOS_PER_DISPUTE } from '#orders/rules/limits.ts';
import { disputePhotos } from '#photos/server/media-queries.ts';
import { type Database, pick } from '#server/database.ts';
import { orderEvents, orders } from './tables.ts';

/** An order is disputed at most once. */
const EVENTS_PER_DISPUTE = 2;

export async function listDisputeEvents(db: Database, orderIds: number[]) {
  return db
    .select(pick(orderEvents, 'orderId to reason happenedAt'))
    .from(orderEvents)
    .where(
      and(
        inArray(orderEvents.orderId, orderIds),
        eq(orderEvents.subject, 'status'),
        or(eq(orderEvents.to, 'disputed'), eq(orderEvents.from, 'disputed')),
      ),
    )
    .orderBy(asc(orderEvents.orderId), asc(orderEvents.id))
    .limit(orderIds.length * EVENTS_PER_DISPUTE);
}

export async function listDisputePhotos(db: Database, orderIds: number[]) {
  return db
    .select(pick(disputePhotos, 'id orderId takenAt isTakenAtDoubtful'))
    .from(disputePhotos)
    .where(inArray(disputePhotos.orderId, orderIds))
    .orderBy(asc(disputePhotos.orderId), asc(disputePhotos.id))
    .limit(orderIds.length * PHOTOS_PER_DISPUTE);
}

export async function findDisputePhoto(db: Database, id: number) {
  const [row] = await db
    .select({ contentHash: disputePhotos.contentHash })
    .from(disputePhotos)
    .where(eq(disputePhotos.id, id));
  return row ?? null;
}

export async function updateDisputeAnswer(
  db: Database,
  { orderId, answer, now }: { orderId: number; answer: string; now: Date },
) {
  const rows = await db
    .update(orders)
    .set({ disputeAnswer: answer, disputeAnsweredAt: now })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'disputed'), isNull(orders.disputeAnswer)))
    .returning({ id: orders.id });
  return rows.length === 1;
}
