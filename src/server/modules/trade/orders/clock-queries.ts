import { and, asc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { orders } from '#server/db/schema/orders.ts';
import type { Day } from '#shared/day.ts';
import type { PaymentMethod } from '#shared/order.ts';

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

type DispatchedList = { paymentMethod: PaymentMethod; before: Date; dayBefore?: Day; remindersBelow?: number };

/** Orders dispatched before a moment, perhaps only those with a promised day up to another, or the less reminded. By orders_dispatched. */
export async function listDispatchedSince(db: Database, list: DispatchedList) {
  const { paymentMethod, before, dayBefore, remindersBelow } = list;
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'dispatched'),
        eq(orders.paymentMethod, paymentMethod),
        lte(orders.dispatchedAt, before),
        dayBefore === undefined ? undefined : or(isNull(orders.deliveryDate), lte(orders.deliveryDate, dayBefore)),
        remindersBelow === undefined ? undefined : lt(orders.remindersSent, remindersBelow),
      ),
    )
    .orderBy(asc(orders.dispatchedAt), asc(orders.id))
    .limit(DUE_AT_ONCE);
}
