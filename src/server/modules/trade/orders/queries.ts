import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { insertNumberedRows, insertRows } from '#server/db/insert-rows.ts';
import { isOffered } from '#server/db/is-offered.ts';
import { reuseQuery } from '#server/db/reuse-query.ts';
import { users } from '#server/db/schema/accounts.ts';
import { cartLines } from '#server/db/schema/carts.ts';
import { orderEvents, orderLines, orders } from '#server/db/schema/orders.ts';
import { products, stockMovements } from '#server/db/schema/products.ts';
import type { Day } from '#shared/day.ts';
import type { OrderStatus, PaymentStatus } from '#shared/order.ts';
import type { Unit } from '#shared/product.ts';

export type OrderRow = typeof orders.$inferSelect & { isFarmerSuspended: boolean };

/** By primary key. */
export const isFarmerSuspended = sql<boolean>`exists (select from ${users} where ${users.id} = ${orders.farmerId}
  and ${users.suspendedAt} is not null)`;

const orderColumns = {
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
  const query = reuseQuery(db, 'unaccepted orders of buyer', () => {
    const waiting = sql<number>`(count(*) filter (where ${orders.status} = 'pending'))::int`;
    const isRecent = and(isNull(orders.confirmedAt), gt(orders.createdAt, sql.placeholder('since')));
    return db
      .select({ farmerId: orders.farmerId, waiting, unaccepted: sql<number>`count(*)::int` })
      .from(orders)
      .where(and(eq(orders.buyerId, sql.placeholder('buyerId')), or(eq(orders.status, 'pending'), isRecent)))
      .groupBy(orders.farmerId)
      .orderBy(desc(waiting), asc(orders.farmerId))
      .limit(FARMS_COUNTED_MAX)
      .prepare('unaccepted');
  });
  return query.execute({ buyerId, since: since.toISOString() });
}

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
  const query = reuseQuery(db, 'farmers held', () =>
    db
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.id} = any(${sql.placeholder('farmerIds')}::int[])`)
      .orderBy(asc(users.id))
      .limit(sql.placeholder('most'))
      .for('key share')
      .prepare('farmers'),
  );
  await query.execute({ farmerIds, most: farmerIds.length });
}

/** Locks products as lockProducts does, and reads what may have changed since the cart was read. */
export async function lockOffers(db: Database, { productIds, today }: { productIds: number[]; today: Day }) {
  const query = reuseQuery(db, 'offers held', () =>
    db
      .select({
        productId: products.id,
        priceCents: products.priceCents,
        unit: products.unit,
        netWeightKg: products.netWeightKg,
        available: products.quantity,
        isOffered: sql<boolean>`(${isOffered(sql.placeholder('today'))})`,
      })
      .from(products)
      .where(sql`${products.id} = any(${sql.placeholder('productIds')}::int[])`)
      .orderBy(asc(products.id))
      .limit(sql.placeholder('most'))
      .for('no key update')
      .prepare('offers'),
  );
  return query.execute({ productIds, today, most: productIds.length });
}

/** An amount of a product in the unit that it was ordered in, which the product may not have any more. */
export type StockLine = { productId: number; quantity: number; unit: Unit };

const wantedRows = sql`unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('amounts')}::float8[], ${sql.placeholder('units')}::text[])
  as wanted (id, amount, unit)`;
const isWanted = and(eq(products.id, sql`wanted.id`), eq(sql`${products.unit}::text`, sql`wanted.unit`));

const placeholdersOf = (lines: StockLine[]) => {
  return {
    ids: lines.map(({ productId }) => productId),
    amounts: lines.map(({ quantity }) => quantity),
    units: lines.map(({ unit }) => unit),
  };
};

/** Takes stock of products that have enough. @returns how many they were; if fewer than given, the caller must roll back */
export async function reserveStock(db: Database, lines: StockLine[]): Promise<number> {
  const query = reuseQuery(db, 'stock taken', () =>
    db
      .update(products)
      .set({ quantity: sql`${products.quantity} - wanted.amount::numeric` })
      .from(wantedRows)
      .where(and(isWanted, sql`${products.quantity} >= wanted.amount::numeric`))
      .returning({ id: products.id })
      .prepare('taken'),
  );
  const reserved = await query.execute(placeholdersOf(lines));
  return reserved.length;
}

/** Returns reserved stock, also to an offer that was deleted or hidden meanwhile, so that its books balance. Only in the product's own unit. */
export async function returnStock(db: Database, lines: StockLine[]) {
  const query = reuseQuery(db, 'stock returned', () =>
    db
      .update(products)
      .set({ quantity: sql`${products.quantity} + wanted.amount::numeric` })
      .from(wantedRows)
      .where(isWanted)
      .prepare('returned'),
  );
  await query.execute(placeholdersOf(lines));
}

export async function insertStockMovements(db: Database, movements: (typeof stockMovements.$inferInsert)[]) {
  await insertRows(db, stockMovements, movements);
}

/** The orders' ids, in the order of the values. */
export async function insertOrders(db: Database, values: Omit<typeof orders.$inferInsert, 'id'>[]) {
  return insertNumberedRows(db, orders, values);
}

export async function insertOrderLines(db: Database, lines: (typeof orderLines.$inferInsert)[]) {
  await insertRows(db, orderLines, lines);
}

export async function insertOrderEvents(db: Database, events: (typeof orderEvents.$inferInsert)[]) {
  await insertRows(db, orderEvents, events);
}

export async function deleteOrderedCartLines(db: Database, ordered: { buyerId: number; productIds: number[] }) {
  const query = reuseQuery(db, 'ordered cart lines', () =>
    db
      .delete(cartLines)
      .where(
        and(
          eq(cartLines.buyerId, sql.placeholder('buyerId')),
          sql`${cartLines.productId} = any(${sql.placeholder('productIds')}::int[])`,
        ),
      )
      .prepare('ordered'),
  );
  await query.execute(ordered);
}

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
  const query = reuseQuery(db, 'order changes', () =>
    db
      .select({ sent: sql`pg_notify('order_changes', ${sql.placeholder('changes')})` })
      .from(sql`(values (1)) as once`)
      .prepare('changes'),
  );
  await query.execute({ changes: JSON.stringify(changes) });
}
