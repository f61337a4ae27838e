import { and, asc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { checkouts, orders } from '#server/db/schema/orders.ts';
import type { Day } from '#shared/day.ts';

// The clock: which orders may be due. Each is looked at again, held, before anything happens to it.

const DUE_AT_ONCE = 100;

/** Pending since before a moment. By orders_pending. */
export async function listPendingSince(db: Database, before: Date) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), lte(orders.createdAt, before)))
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(DUE_AT_ONCE);
}

/** M-Pesa orders confirmed before a moment and not paid. By orders_confirmed. */
export async function listUnpaidSince(db: Database, before: Date) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'confirmed'),
        eq(orders.paymentMethod, 'M-Pesa'),
        inArray(orders.paymentStatus, ['pending', 'failed']),
        lte(orders.confirmedAt, before),
      ),
    )
    .orderBy(asc(orders.confirmedAt), asc(orders.id))
    .limit(DUE_AT_ONCE);
}

type DispatchedList = { before: Date; dayBefore: Day; remindersBelow?: number };

/** M-Pesa orders dispatched before a moment, with a promised day up to another; of those, perhaps, the less reminded. By orders_dispatched. */
export async function listDispatchedSince(db: Database, { before, dayBefore, remindersBelow }: DispatchedList) {
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'dispatched'),
        eq(orders.paymentMethod, 'M-Pesa'),
        lte(orders.dispatchedAt, before),
        or(isNull(orders.deliveryDate), lte(orders.deliveryDate, dayBefore)),
        remindersBelow === undefined ? undefined : lt(orders.remindersSent, remindersBelow),
      ),
    )
    .orderBy(asc(orders.dispatchedAt), asc(orders.id))
    .limit(DUE_AT_ONCE);
}

export async function deleteCheckoutsBefore(db: Database, before: Date) {
  await db.delete(checkouts).where(lt(checkouts.createdAt, before));
}
