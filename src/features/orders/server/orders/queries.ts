import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/tables/users.ts';
import type { OrderStatus, PaymentStatus } from '#features/orders/rules/order.ts';
import { orderEvents, orderLines, orders } from '#features/orders/server/tables/orders.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { isOffered } from '#features/products/server/offered-queries.ts';
import { products, stockMovements } from '#features/products/server/tables.ts';
import type { Day } from '#platform/rules/day.ts';
import type { Cents } from '#platform/rules/money.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import { keepInsert } from '#platform/server/db/keep-insert.ts';
import { violatesCheck } from '#platform/server/db/unavailable.ts';

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
  stockReleasedAt: orders.stockReleasedAt,
  disputeAnswer: orders.disputeAnswer,
  disputeAnsweredAt: orders.disputeAnsweredAt,
  isFarmerSuspended,
  updatedAt: orders.updatedAt,
};

// Placing orders: the locks and writes of a checkout.

const FARMS_COUNTED_MAX = 1000;

/**
 * For each farm: the number of the buyer's pending orders, and the number of orders that it has not
 * accepted. The second one includes pending orders, and orders since a moment that were never
 * accepted. Farms with pending orders come first, so that the limit never affects their sum. By
 * orders_buyer.
 */
export async function countUnacceptedOrders(
  db: Database,
  { buyerId, since }: { buyerId: number; since: Date },
) {
  return unacceptedOrdersStatement(db, { buyerId, since });
}

const unacceptedOrdersStatement = keepStatement((db) => {
  const waiting = sql<number>`(count(*) filter (where ${orders.status} = 'pending'))::int`;
  const isRecent = and(isNull(orders.confirmedAt), gt(orders.createdAt, sql.placeholder('since')));
  return db
    .select({ farmerId: orders.farmerId, waiting, unaccepted: sql<number>`count(*)::int` })
    .from(orders)
    .where(
      and(
        eq(orders.buyerId, sql.placeholder('buyerId')),
        or(eq(orders.status, 'pending'), isRecent),
      ),
    )
    .groupBy(orders.farmerId)
    .orderBy(desc(waiting), asc(orders.farmerId))
    .limit(FARMS_COUNTED_MAX);
});

export type UnacceptedOrders = Awaited<ReturnType<typeof countUnacceptedOrders>>;

/**
 * Locks products until the transaction ends, in id order, so that two checkouts cannot deadlock.
 */
export async function lockProducts(db: Database, productIds: number[]) {
  return lockProductsStatement(db, { productIds, most: productIds.length });
}

const lockProductsStatement = keepStatement((db) =>
  db
    .select({ id: products.id, quantity: products.quantity, unit: products.unit })
    .from(products)
    .where(sql`${products.id} = any(${sql.placeholder('productIds')}::int[])`)
    .orderBy(asc(products.id))
    .limit(sql.placeholder('most'))
    .for('no key update'),
);

/** A quantity in the unit in which it was ordered; the product may have another unit by now. */
export type StockLine = { productId: number; quantity: number; unit: Unit };

const wantedRows = sql`unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('amounts')}::float8[], ${sql.placeholder('units')}::text[])
  as wanted (id, amount, unit)`;
const isWanted = and(
  eq(products.id, sql`wanted.id`),
  eq(sql`${products.unit}::text`, sql`wanted.unit`),
);

const placeholdersOf = (lines: StockLine[]) => ({
  ids: lines.map(({ productId }) => productId),
  amounts: lines.map(({ quantity }) => quantity),
  units: lines.map(({ unit }) => unit),
});

/** A product with the price that the buyer accepted. */
type AcceptedLine = StockLine & { priceCents: Cents; netWeightKg: number | null };

const acceptedRows = sql`unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('amounts')}::float8[], ${sql.placeholder('units')}::text[],
  ${sql.placeholder('prices')}::int[], ${sql.placeholder('weights')}::float8[]) as wanted (id, amount, unit, price_cents, net_weight_kg)`;

/**
 * Takes stock of products that are still offered at the accepted price and have enough. If a
 * product has changed or has too little, its new quantity violates a check constraint, which fails
 * the transaction: see isStockRefused.
 *
 * Several products are first locked in id order by a separate statement. A single statement that
 * locks and updates rows would see them as they were before it waited. It would then return to an
 * older version of a row, for which other transactions queue while they wait for the newer version
 * that it has locked.
 */
export async function takeAcceptedStock(
  db: Database,
  { lines, today }: { lines: AcceptedLine[]; today: Day },
): Promise<void> {
  const { ids, amounts, units } = placeholdersOf(lines);
  const prices = lines.map(({ priceCents }) => priceCents);
  const weights = lines.map(({ netWeightKg }) => netWeightKg);
  await Promise.all([
    ids.length > 1 && lockProducts(db, ids),
    takeAcceptedStatement(db, { ids, amounts, units, prices, weights, today }),
  ]);
}

/**
 * Whether a transaction failed because takeAcceptedStock could not take everything: the quantity
 * would have been negative.
 */
export const isStockRefused = (error: unknown) =>
  violatesCheck(error, 'products_quantity_not_negative');

const takeAcceptedStatement = keepStatement((db) => {
  const isAsAccepted = and(
    isOffered(sql`${sql.placeholder('today')}`),
    sql`${products.unit}::text = wanted.unit`,
    sql`${products.priceCents} = wanted.price_cents`,
    sql`${products.netWeightKg} is not distinct from wanted.net_weight_kg::numeric(9,3)`,
  );
  return db
    .update(products)
    .set({
      quantity: sql`case when ${isAsAccepted} then ${products.quantity} - wanted.amount::numeric else -1 end`,
    })
    .from(acceptedRows)
    .where(sql`${products.id} = wanted.id`);
});

/**
 * Takes stock of products that have enough.
 * @returns how many products that were; if fewer than given, the caller must roll back
 */
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

/**
 * Returns reserved stock, even to a product that was deleted or hidden in the meantime, so that its
 * books balance. Only if the product still has the line's unit.
 */
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

export const insertStockMovements = keepInsert(stockMovements);
export const insertOrderLines = keepInsert(orderLines);
export const insertOrderEvents = keepInsert(orderEvents);

type NewOrder = Record<keyof typeof newOrder, unknown> & Omit<typeof orders.$inferInsert, 'id'>;

/** Returns the orders' ids in the order of the values. */
export async function insertOrders(db: Database, values: NewOrder[]): Promise<number[]> {
  const inserted = await Promise.all(values.map((value) => insertOrderStatement(db, value)));
  return inserted.flatMap((rows) => rows.map(({ id }) => id));
}

const newOrder = {
  buyerId: sql.placeholder('buyerId'),
  farmerId: sql.placeholder('farmerId'),
  paymentMethod: sql.placeholder('paymentMethod'),
  fulfilment: sql.placeholder('fulfilment'),
  deliveryAddress: sql.placeholder('deliveryAddress'),
  dropOffLatitude: sql.placeholder('dropOffLatitude'),
  dropOffLongitude: sql.placeholder('dropOffLongitude'),
  distanceMetres: sql.placeholder('distanceMetres'),
  subtotalCents: sql.placeholder('subtotalCents'),
  deliveryFeeCents: sql.placeholder('deliveryFeeCents'),
  totalCents: sql.placeholder('totalCents'),
  wishedDay: sql.placeholder('wishedDay'),
  wishedPart: sql.placeholder('wishedPart'),
  note: sql.placeholder('note'),
  createdAt: sql.placeholder('createdAt'),
  updatedAt: sql.placeholder('updatedAt'),
};

const insertOrderStatement = keepStatement((db) =>
  db.insert(orders).values(newOrder).returning({ id: orders.id }),
);

// Moving one locked order.

/** Locks an order until the transaction ends; null when there is none. By primary key. */
export async function lockOrder(db: Database, orderId: number): Promise<OrderRow | null> {
  const [row] = await db
    .select(orderColumns)
    .from(orders)
    .where(eq(orders.id, orderId))
    .for('no key update');
  return row ?? null;
}

type OrderChange = Partial<Omit<typeof orders.$inferInsert, 'id'>>;

/**
 * Moves an order to another status if it still has the status `from`.
 * @returns whether it moved
 */
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

/**
 * Moves an order's payment status if it is still `from`.
 * @returns whether it moved
 */
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

/**
 * The products and quantities that an order reserves. A product that was erased with its farmer has
 * no stock any more. A product with both an agreed and a regular line is summed into one row here,
 * because an UPDATE changes a row only once, however many rows it is joined with.
 */
export async function listReservedLines(
  db: Database,
  orderId: number,
): Promise<(StockLine & { name: string })[]> {
  const rows = await db
    .select({
      productId: orderLines.productId,
      quantity: sql<number>`sum(${orderLines.quantity})::float8`,
      unit: orderLines.unit,
      name: sql<string>`min(${orderLines.name})`,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .groupBy(orderLines.productId, orderLines.unit)
    .orderBy(asc(orderLines.productId), asc(orderLines.unit))
    .limit(1000);
  return rows.flatMap(({ productId, ...line }) =>
    productId === null ? [] : [{ ...line, productId }],
  );
}

/** Notifies these people's open pages, in every process, once the transaction has committed. */
export async function notifyOrderChanged(
  db: Database,
  changes: { orderId: number; userIds: (number | null)[] }[],
) {
  await notifyStatement(db, { changes: JSON.stringify(changes) });
}

const notifyStatement = keepStatement((db) =>
  db
    .select({ sent: sql`pg_notify('order_changes', ${sql.placeholder('changes')})` })
    .from(sql`(values (1)) as once`),
);
