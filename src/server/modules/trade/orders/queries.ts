import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { type Database, keepStatement } from '#server/db/database.ts';
import { isOffered } from '#server/db/is-offered.ts';
import { users } from '#server/db/schema/accounts.ts';
import { cartLines } from '#server/db/schema/carts.ts';
import { orderEvents, orderLines, orders } from '#server/db/schema/orders.ts';
import { products, stockMovements } from '#server/db/schema/products.ts';
import type { Day } from '#shared/day.ts';
import type { Unit } from '#shared/products/product.ts';
import type { OrderStatus, PaymentStatus } from '#shared/trade/order.ts';

export type OrderRow = typeof orders.$inferSelect & { isFarmerSuspended: boolean };

/** By primary key. */
const isFarmerSuspended = sql<boolean>`exists (select from ${users} where ${users.id} = ${orders.farmerId}
  and ${users.suspendedAt} is not null)`;

/** All columns of an order. */
export const orderColumns = {
  id: orders.id,
  buyerId: orders.buyerId,
  farmerId: orders.farmerId,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  paymentMethod: orders.paymentMethod,
  fulfilment: orders.fulfilment,
  deliveryAddress: orders.deliveryAddress,
  dropOffLatitude: orders.dropOffLatitude,
  dropOffLongitude: orders.dropOffLongitude,
  distanceMetres: orders.distanceMetres,
  deliveryDate: orders.deliveryDate,
  wishedDay: orders.wishedDay,
  wishedPart: orders.wishedPart,
  note: orders.note,
  subtotalCents: orders.subtotalCents,
  deliveryFeeCents: orders.deliveryFeeCents,
  totalCents: orders.totalCents,
  handoverTries: orders.handoverTries,
  remindersSent: orders.remindersSent,
  completedByClock: orders.completedByClock,
  createdAt: orders.createdAt,
  confirmedAt: orders.confirmedAt,
  paidAt: orders.paidAt,
  dispatchedAt: orders.dispatchedAt,
  completedAt: orders.completedAt,
  endedAt: orders.endedAt,
  notCollectedAt: orders.notCollectedAt,
  disputeAnswer: orders.disputeAnswer,
  disputeAnsweredAt: orders.disputeAnsweredAt,
  isFarmerSuspended,
  updatedAt: orders.updatedAt,
};

// Placing orders: what a checkout locks and writes.

const FARMS_COUNTED_MAX = 1000;

/**
 * For each farm, how many of a buyer's orders wait for its answer, and how many it has not accepted: those that wait, and those placed
 * since a moment that it never accepted. Farms with waiting orders come first, so that the limit never cuts off their sum. By
 * orders_buyer.
 */
export async function countUnacceptedOrders(db: Database, { buyerId, since }: { buyerId: number; since: Date }) {
  return unacceptedOrdersStatement(db, { buyerId, since });
}

const unacceptedOrdersStatement = keepStatement((db) => {
  const waiting = sql<number>`(count(*) filter (where ${orders.status} = 'pending'))::int`;
  const isRecent = and(isNull(orders.confirmedAt), gt(orders.createdAt, sql.placeholder('since')));
  return db
    .select({ farmerId: orders.farmerId, waiting, unaccepted: sql<number>`count(*)::int` })
    .from(orders)
    .where(and(eq(orders.buyerId, sql.placeholder('buyerId')), or(eq(orders.status, 'pending'), isRecent)))
    .groupBy(orders.farmerId)
    .orderBy(desc(waiting), asc(orders.farmerId))
    .limit(FARMS_COUNTED_MAX);
});

export type UnacceptedOrders = Awaited<ReturnType<typeof countUnacceptedOrders>>;

/** Locks products until the transaction ends, in id order, so that two checkouts cannot deadlock. */
export async function lockProducts(db: Database, productIds: number[]) {
  return db
    .select({ id: products.id, quantity: products.quantity, unit: products.unit })
    .from(products)
    .where(inArray(products.id, productIds))
    .orderBy(asc(products.id))
    .limit(productIds.length)
    .for('no key update');
}

/**
 * Locks the farmers whom an order is going to name, in id order and before their products: deleting an account locks them in that order
 * too, so that the two cannot deadlock.
 */
export async function lockFarmers(db: Database, farmerIds: number[]) {
  await lockFarmersStatement(db, { farmerIds, most: farmerIds.length });
}

const lockFarmersStatement = keepStatement((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = any(${sql.placeholder('farmerIds')}::int[])`)
    .orderBy(asc(users.id))
    .limit(sql.placeholder('most'))
    .for('key share'),
);

/** Locks products as lockProducts does, and reads what may have changed since the cart was read. */
export async function lockOffers(db: Database, { productIds, today }: { productIds: number[]; today: Day }) {
  return lockOffersStatement(db, { productIds, today, most: productIds.length });
}

const lockOffersStatement = keepStatement((db) =>
  db
    .select({
      productId: products.id,
      priceCents: products.priceCents,
      unit: products.unit,
      netWeightKg: products.netWeightKg,
      available: products.quantity,
      isOffered: sql<boolean>`(${isOffered(sql`${sql.placeholder('today')}`)})`,
    })
    .from(products)
    .where(sql`${products.id} = any(${sql.placeholder('productIds')}::int[])`)
    .orderBy(asc(products.id))
    .limit(sql.placeholder('most'))
    .for('no key update'),
);

/** An amount of a product in the unit that it was ordered in, which the product may not have any more. */
export type StockLine = { productId: number; quantity: number; unit: Unit };

const wantedRows = sql`unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('amounts')}::float8[], ${sql.placeholder('units')}::text[])
  as wanted (id, amount, unit)`;
const isWanted = and(eq(products.id, sql`wanted.id`), eq(sql`${products.unit}::text`, sql`wanted.unit`));

const placeholdersOf = (lines: StockLine[]) => ({
  ids: lines.map(({ productId }) => productId),
  amounts: lines.map(({ quantity }) => quantity),
  units: lines.map(({ unit }) => unit),
});

/** Takes stock of products that have enough. @returns how many they were; if fewer than given, the caller must roll back */
export async function reserveStock(db: Database, lines: StockLine[]): Promise<number> {
  const reserved = await reserveStockStatement(db, placeholdersOf(lines));
  return reserved.length;
}

const reserveStockStatement = keepStatement((db) =>
  db
    .update(products)
    .set({ quantity: sql`${products.quantity} - wanted.amount::numeric` })
    .from(wantedRows)
    .where(and(isWanted, sql`${products.quantity} >= wanted.amount::numeric`))
    .returning({ id: products.id }),
);

/** Returns reserved stock, also to an offer that was deleted or hidden meanwhile, so that its books balance. Only in the product's own unit. */
export async function returnStock(db: Database, lines: StockLine[]) {
  await returnStockStatement(db, placeholdersOf(lines));
}

const returnStockStatement = keepStatement((db) =>
  db
    .update(products)
    .set({ quantity: sql`${products.quantity} + wanted.amount::numeric` })
    .from(wantedRows)
    .where(isWanted),
);

export async function insertStockMovements(db: Database, movements: (typeof stockMovements.$inferInsert)[]) {
  if (movements.length > 0) await db.insert(stockMovements).values(movements);
}

/** The orders' ids, in the order of the values. */
export async function insertOrders(db: Database, values: Omit<typeof orders.$inferInsert, 'id'>[]) {
  const rows = await db.insert(orders).values(values).returning({ id: orders.id });
  return rows.map(({ id }) => id);
}

export async function insertOrderLines(db: Database, lines: (typeof orderLines.$inferInsert)[]) {
  await db.insert(orderLines).values(lines);
}

export async function insertOrderEvents(db: Database, events: (typeof orderEvents.$inferInsert)[]) {
  if (events.length > 0) await db.insert(orderEvents).values(events);
}

export async function deleteOrderedCartLines(db: Database, ordered: { buyerId: number; productIds: number[] }) {
  await deleteOrderedStatement(db, ordered);
}

const deleteOrderedStatement = keepStatement((db) =>
  db
    .delete(cartLines)
    .where(
      and(
        eq(cartLines.buyerId, sql.placeholder('buyerId')),
        sql`${cartLines.productId} = any(${sql.placeholder('productIds')}::int[])`,
      ),
    ),
);

// Moving one order, which is locked.

/** Locks an order until the transaction ends; null when there is none. By primary key. */
export async function lockOrder(db: Database, orderId: number): Promise<OrderRow | null> {
  const [row] = await db.select(orderColumns).from(orders).where(eq(orders.id, orderId)).for('no key update');
  return row ?? null;
}

type OrderChange = Partial<Omit<typeof orders.$inferInsert, 'id'>>;

/** Moves an order to another status, if it still has the status `from`. @returns whether it moved */
export async function updateOrderStatus(
  db: Database,
  { orderId, from, change }: { orderId: number; from: OrderStatus; change: OrderChange },
): Promise<boolean> {
  const moved = await db
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, orderId), eq(orders.status, from)))
    .returning({ id: orders.id });
  return moved.length > 0;
}

/** Moves an order's payment status, if it still is `from`. @returns whether it moved */
export async function updatePaymentStatus(
  db: Database,
  { orderId, from, change }: { orderId: number; from: PaymentStatus; change: OrderChange },
): Promise<boolean> {
  const moved = await db
    .update(orders)
    .set(change)
    .where(and(eq(orders.id, orderId), eq(orders.paymentStatus, from)))
    .returning({ id: orders.id });
  return moved.length > 0;
}

export async function updateOrder(db: Database, orderId: number, change: OrderChange) {
  await db.update(orders).set(change).where(eq(orders.id, orderId));
}

/** How much of which product an order reserves; a product that was erased with its farmer has no stock any more. */
export async function listReservedLines(db: Database, orderId: number): Promise<StockLine[]> {
  const rows = await db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity, unit: orderLines.unit })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.productId))
    .limit(1000);
  return rows.flatMap(({ productId, ...line }) => (productId === null ? [] : [{ ...line, productId }]));
}

/** Tells the open pages of these people, in every process, once the transaction has committed. */
export async function notifyOrderChanged(db: Database, changes: { orderId: number; userIds: (number | null)[] }[]) {
  await notifyStatement(db, { changes: JSON.stringify(changes) });
}

const notifyStatement = keepStatement((db) =>
  db.select({ sent: sql`pg_notify('order_changes', ${sql.placeholder('changes')})` }).from(sql`(values (1)) as once`),
);
