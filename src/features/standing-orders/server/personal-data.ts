import { asc, eq } from 'drizzle-orm';
import { weekdaysOf } from '#features/standing-orders/rules/weekdays.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PersonalData, Rows } from '#platform/server/personal-data.ts';
import { orderColumns } from './queries.ts';
import { standingOrderDays, standingOrderLines, standingOrders } from './tables.ts';

/** Deleted with the account's row. */
export const standingData: PersonalData<unknown> = {
  lists: {
    standingOrders: readOrders,
    standingOrderLines: readLines,
    standingOrderDays: readDays,
  },
};

const { buyerId: _, networks: __, ...exportedColumns } = orderColumns;

async function readOrders(db: Database, userId: number, { limit, offset }: Rows) {
  const rows = await db
    .select(exportedColumns)
    .from(standingOrders)
    .where(eq(standingOrders.buyerId, userId))
    .orderBy(asc(standingOrders.id))
    .limit(limit)
    .offset(offset);
  return rows.map(({ weekdayBits, ...row }) => ({ ...row, weekdays: weekdaysOf(weekdayBits) }));
}

async function readLines(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      standingOrderId: standingOrderLines.standingOrderId,
      productId: standingOrderLines.productId,
      name: standingOrderLines.name,
      unit: standingOrderLines.unit,
      netWeightKg: standingOrderLines.netWeightKg,
      quantity: standingOrderLines.quantity,
      ceilingCents: standingOrderLines.ceilingCents,
    })
    .from(standingOrderLines)
    .innerJoin(standingOrders, eq(standingOrders.id, standingOrderLines.standingOrderId))
    .where(eq(standingOrders.buyerId, userId))
    .orderBy(asc(standingOrderLines.standingOrderId), asc(standingOrderLines.id))
    .limit(limit)
    .offset(offset);
}

async function readDays(db: Database, userId: number, { limit, offset }: Rows) {
  return db
    .select({
      standingOrderId: standingOrderDays.standingOrderId,
      day: standingOrderDays.day,
      status: standingOrderDays.status,
      changes: standingOrderDays.changes,
      deliveryFees: standingOrderDays.deliveryFees,
      orderIds: standingOrderDays.orderIds,
      notes: standingOrderDays.notes,
    })
    .from(standingOrderDays)
    .innerJoin(standingOrders, eq(standingOrders.id, standingOrderDays.standingOrderId))
    .where(eq(standingOrders.buyerId, userId))
    .orderBy(asc(standingOrderDays.id))
    .limit(limit)
    .offset(offset);
}
