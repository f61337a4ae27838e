import { and, asc, eq, inArray, isNotNull, isNull, lt, lte, or } from 'drizzle-orm';
import type { ClockRule } from '#orders/rules/order-clock.ts';
import { dayInNairobi } from '#platform/rules/day.ts';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { orders } from './tables.ts';

const DUE_AT_ONCE = 100;

type DueList = {
  now: Date;
  /** Includes orders that become due within this time. */
  secondsBefore?: number;
  remindersBelow?: number;
};

/**
 * Longest waiting first. Each order is checked again under its lock. By orders_pending,
 * orders_confirmed or orders_dispatched.
 */
export async function listDueOrders(
  db: Database,
  rule: ClockRule,
  { now, secondsBefore = 0, remindersBelow }: DueList,
) {
  const startedBefore = secondsAfter(now, secondsBefore - rule.seconds);
  const start = orders[rule.since];
  return db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, rule.from),
        rule.paymentMethod && eq(orders.paymentMethod, rule.paymentMethod),
        rule.paymentStatuses && inArray(orders.paymentStatus, [...rule.paymentStatuses]),
        rule.isDepositPaid === undefined
          ? undefined
          : (rule.isDepositPaid ? isNotNull : isNull)(orders.depositPaidAt),
        lte(start, startedBefore),
        rule.waitsForDeliveryDate
          ? or(isNull(orders.deliveryDate), lt(orders.deliveryDate, dayInNairobi(startedBefore)))
          : undefined,
        remindersBelow === undefined ? undefined : lt(orders.remindersSent, remindersBelow),
      ),
    )
    .orderBy(asc(start), asc(orders.id))
    .limit(DUE_AT_ONCE);
}
