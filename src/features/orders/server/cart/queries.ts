import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { sharesIdentity } from '#accounts/server/people-queries.ts';
import { farms } from '#farms/server/relation-queries.ts';
import type { CartLine } from '#orders/rules/cart.ts';
import { CART_LINES_MAX } from '#orders/rules/limits.ts';
import { reservingStatuses } from '#orders/rules/order-facts.ts';
import type { Day } from '#platform/rules/day.ts';
import { type Database, keepStatement } from '#platform/server/db/database.ts';
import type { Unit } from '#products/rules/product.ts';
import { isOffered, products } from '#products/server/relation-queries.ts';
import type { StockLine } from '#products/server/stock-queries.ts';
import { orderLines, orders } from '../orders/tables.ts';
import { cartLines } from './tables.ts';

export const productAndFarm = {
  name: products.name,
  category: products.category,
  crop: products.crop,
  unit: products.unit,
  netWeightKg: products.netWeightKg,
  priceCents: products.priceCents,
  available: products.quantity,
  harvestDate: products.harvestDate,
  depositPercent: products.depositPercent,
  farmId: farms.userId,
  farmName: farms.name,
  county: farms.pinCounty,
  gpsAccuracyMetres: farms.gpsAccuracyMetres,
  isGpsDoubtful: farms.isGpsDoubtful,
  latitude: farms.latitude,
  longitude: farms.longitude,
  coverageRadiusMetres: farms.coverageRadiusMetres,
  deliveryFeeCents: farms.deliveryFeeCents,
  minimumOrderCents: farms.minimumOrderCents,
};

export type CartRow = Awaited<ReturnType<typeof listCartRows>>[number];

/** Reads one line more than a cart may hold. By (buyer_id, product_id). */
export async function listCartRows(
  db: Database,
  { buyerId, today }: { buyerId: number; today: Day },
) {
  return cartLinesStatement(db, { buyerId, today });
}

const cartLinesStatement = keepStatement((db) =>
  db
    .select({
      productId: cartLines.productId,
      quantity: cartLines.quantity,
      acceptedPriceCents: cartLines.acceptedPriceCents,
      ...productAndFarm,
      acceptedUnit: sql<Unit>`coalesce(${cartLines.acceptedUnit}, ${products.unit})`,
      acceptedNetWeightKg: sql<
        number | null
      >`(case when ${cartLines.acceptedUnit} is null then ${products.netWeightKg}
        else ${cartLines.acceptedNetWeightKg} end)::float8`,
      isOffered: sql<boolean>`(${isOffered(sql`${sql.placeholder('today')}`)})`,
      isOwnFarm: sharesIdentity(cartLines.buyerId, farms.userId),
    })
    .from(cartLines)
    .innerJoin(products, eq(products.id, cartLines.productId))
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(eq(cartLines.buyerId, sql.placeholder('buyerId')))
    .orderBy(asc(cartLines.addedAt), asc(cartLines.productId))
    .limit(CART_LINES_MAX + 1),
);

const offerColumns = {
  productId: products.id,
  priceCents: products.priceCents,
  unit: products.unit,
  netWeightKg: products.netWeightKg,
};

export async function listOfferedPrices(
  db: Database,
  { productIds, today }: { productIds: number[]; today: Day },
) {
  return offeredPricesStatement(db, { productIds, today, most: productIds.length });
}

const offeredPricesStatement = keepStatement((db) =>
  db
    .select(offerColumns)
    .from(products)
    .where(
      and(
        sql`${products.id} = any(${sql.placeholder('productIds')}::int[])`,
        isOffered(sql`${sql.placeholder('today')}`),
      ),
    )
    .orderBy(asc(products.id))
    .limit(sql.placeholder('most')),
);

export async function listOfferedProducts(
  db: Database,
  { productIds, today }: { productIds: number[]; today: Day },
) {
  return db
    .select({ productId: products.id, ...productAndFarm })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(and(inArray(products.id, productIds), isOffered(today), gt(products.quantity, 0)))
    .orderBy(asc(products.id))
    .limit(productIds.length);
}

export async function listProductsFor(
  db: Database,
  { buyerId, productIds, today }: { buyerId: number; productIds: number[]; today: Day },
) {
  return db
    .select({
      productId: products.id,
      ...productAndFarm,
      isOffered: sql<boolean>`(${isOffered(today)})`,
      isOwnFarm: sharesIdentity(sql`${buyerId}::int`, farms.userId),
    })
    .from(products)
    .innerJoin(farms, eq(farms.userId, products.farmerId))
    .where(inArray(products.id, productIds))
    .orderBy(asc(products.id))
    .limit(productIds.length);
}

type OfferedPrice = Awaited<ReturnType<typeof listOfferedPrices>>[number];
type PricedLines = { buyerId: number; lines: (CartLine & OfferedPrice)[]; now: Date };

/**
 * Inserts lines. If the cart has a product already, its quantity and accepted price are replaced.
 */
export const upsertCartLines = (db: Database, lines: PricedLines) => upsertLines(db, lines);

/** An existing line is replaced only by a larger quantity. */
export const upsertLargerLines = (db: Database, lines: PricedLines) =>
  upsertLines(db, lines, sql`excluded.quantity > ${cartLines.quantity}`);

async function upsertLines(
  db: Database,
  { buyerId, lines, now }: PricedLines,
  setWhere?: SQL,
): Promise<void> {
  const rows = lines.map(({ productId, quantity, priceCents, unit, netWeightKg }) => ({
    buyerId,
    productId,
    quantity,
    acceptedPriceCents: priceCents,
    acceptedUnit: unit,
    acceptedNetWeightKg: netWeightKg,
    addedAt: now,
  }));
  if (rows.length === 0) return;
  await db
    .insert(cartLines)
    .values(rows)
    .onConflictDoUpdate({
      target: [cartLines.buyerId, cartLines.productId],
      set: {
        quantity: sql`excluded.quantity`,
        acceptedPriceCents: sql`excluded.accepted_price_cents`,
        acceptedUnit: sql`excluded.accepted_unit`,
        acceptedNetWeightKg: sql`excluded.accepted_net_weight_kg`,
      },
      ...(setWhere && { setWhere }),
    })
    .execute();
}

export async function deleteCartLines(
  db: Database,
  { buyerId, productIds }: { buyerId: number; productIds?: number[] },
) {
  await deleteLinesStatement(db, { buyerId, productIds: productIds ?? null });
}

const deleteLinesStatement = keepStatement((db) => {
  const productIds = sql`${sql.placeholder('productIds')}::int[]`;
  return db
    .delete(cartLines)
    .where(
      and(
        eq(cartLines.buyerId, sql.placeholder('buyerId')),
        sql`(${productIds} is null or ${cartLines.productId} = any(${productIds}))`,
      ),
    );
});

/**
 * A product that was agreed on and also ordered at its price has two lines, which are summed here:
 * an UPDATE changes a row once.
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
    .where(and(eq(orderLines.orderId, orderId), gt(orderLines.quantity, 0)))
    .groupBy(orderLines.productId, orderLines.unit)
    .orderBy(asc(orderLines.productId), asc(orderLines.unit))
    .limit(1000);
  return rows.flatMap(({ productId, ...line }) =>
    productId === null ? [] : [{ ...line, productId }],
  );
}

export async function isInOpenOrder(db: Database, productId: number): Promise<boolean> {
  const rows = await db
    .select({ orderId: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.productId, productId), inArray(orders.status, [...reservingStatuses])))
    .limit(1);
  return rows.length > 0;
}
