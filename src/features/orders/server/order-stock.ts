/*
 * The stock that an agreed offer or an order holds. Offers lock in the order: buyer, conversation,
 * offer, product.
 */

import { farmTitle } from '#farms/rules/farm-texts.ts';
import type { Unit } from '#products/rules/product.ts';
import { unitText } from '#products/rules/product-texts.ts';
import {
  insertStockMovements,
  lockProducts,
  reserveStock,
  returnStock,
  type StockLine,
} from '#products/server/stock-queries.ts';
import { AppError } from '#server/app-error.ts';
import { listReservedLines } from './cart/queries.ts';
import { findHoldable } from './cart/reservation-queries.ts';

export { isInOpenOrder } from './cart/queries.ts';

type AgreedGoods = StockLine & { name: string; netWeightKg: number | null };

type Moment = { buyerId: number; today: Day; now: Date };

/** Locks nothing, so holdStock checks again. */
export async function refuseUnavailable(
  db: Database,
  goods: AgreedGoods,
  { buyerId, today }: Omit<Moment, 'now'>,
) {
  const { productId, name } = goods;
  const product = await findHoldable(db, { productId, buyerId, today });
  if (!product?.isOffered)
    throw new AppError('OFFER_GONE', { inputs: { name, by: 'offer' }, facts: { productId } });
  if (
    product.name !== name ||
    product.unit !== goods.unit ||
    product.netWeightKg !== goods.netWeightKg
  ) {
    throw new AppError('PRICE_OFFER_OUTDATED', { inputs: { name }, facts: { productId } });
  }
  if (product.isOwnFarm) {
    const { farmId } = product;
    throw new AppError('OWN_FARM', {
      inputs: { farm: (options) => farmTitle(product, options) },
      facts: { farmId, productId },
    });
  }
  const { quantity: available, unit } = product;
  if (available < goods.quantity) {
    throw new AppError('OUT_OF_STOCK', {
      inputs: {
        name,
        quantity: available,
        unit: (options) => unitText(available, unit, options),
        by: 'offer',
      },
      facts: { productId, available },
    });
  }
}

export async function holdStock(tx: Database, goods: AgreedGoods, moment: Moment) {
  // The database executes both statements in order, so the check runs under the lock.
  await Promise.all([lockProducts(tx, [goods.productId]), refuseUnavailable(tx, goods, moment)]);
  const { productId, quantity, unit, name } = goods;
  if ((await reserveStock(tx, [goods])) < 1)
    throw new AppError('OFFER_GONE', { inputs: { name, by: 'offer' }, facts: { productId } });
  await insertStockMovements(tx, [
    { productId, change: -quantity, unit, reason: 'reserved', movedAt: moment.now },
  ]);
}

/** A product with held stock cannot change its unit. */
export async function returnHeldStock(tx: Database, line: StockLine, now: Date) {
  const { productId, quantity, unit } = line;
  const [product] = await lockProducts(tx, [productId]);
  if (product?.unit !== unit) return;
  await returnStock(tx, [line]);
  await insertStockMovements(tx, [
    { productId, change: quantity, unit, reason: 'returned', movedAt: now },
  ]);
}

/** `isGone`: the goods do not exist, so they are booked out again. */
type Return = { now: Date; isGone: boolean };

export async function giveBackStock(tx: Database, orderId: number, how: Return) {
  await giveBackLines(tx, await listReservedLines(tx, orderId), how);
}

export async function giveBackLines(tx: Database, lines: StockLine[], { now, isGone }: Return) {
  if (lines.length === 0) return;
  const products = await lockProductsOf(tx, lines);
  if (!isGone) await returnStock(tx, lines);
  await insertStockMovements(
    tx,
    lines.flatMap(({ productId, quantity, unit }) => {
      const returned = {
        productId,
        change: quantity,
        unit,
        reason: 'returned' as const,
        movedAt: now,
      };
      // A change of unit counted the stock anew, including these goods.
      return isGone || products.get(productId)?.unit !== unit
        ? [returned, { ...returned, change: -quantity, reason: 'counted' as const }]
        : [returned];
    }),
  );
}

/**
 * For an order that was reported as not collected but was handed over. If others have ordered some
 * of the goods meanwhile, the farm had more than was recorded, so the difference is booked as
 * counted.
 */
export async function takeStockAgain(tx: Database, orderId: number, now: Date) {
  const { lines, products } = await lockOrderedStock(tx, orderId);
  if (lines.length === 0) return;
  const taken = lines.map((line) => {
    const product = products.get(line.productId);
    return {
      ...line,
      quantity: product?.unit === line.unit ? Math.min(line.quantity, product.quantity) : 0,
    };
  });
  await reserveStock(tx, taken);
  await insertStockMovements(
    tx,
    lines.flatMap(({ productId, quantity, unit }, at) => {
      const missing = quantity - (taken[at]?.quantity ?? 0);
      const taking = {
        productId,
        change: -quantity,
        unit,
        reason: 'reserved' as const,
        movedAt: now,
      };
      return missing > 0
        ? [{ ...taking, change: missing, reason: 'counted' as const }, taking]
        : [taking];
    }),
  );
}

/** For an order whose reservation ended before the farmer confirmed it. */
export async function takeReleasedStock(tx: Database, orderId: number, now: Date) {
  const { lines, products } = await lockOrderedStock(tx, orderId);
  for (const { productId, quantity, unit, name } of lines) {
    const product = products.get(productId);
    const left = product?.unit === unit ? product.quantity : 0;
    if (left < quantity)
      throw new AppError('RESERVATION_OVER', {
        inputs: { name, quantity: left, unit: (options) => unitText(left, unit, options) },
        facts: { productId },
      });
  }
  await reserveStock(tx, lines);
  await insertStockMovements(
    tx,
    lines.map(({ productId, quantity, unit }) => ({
      productId,
      change: -quantity,
      unit,
      reason: 'reserved',
      movedAt: now,
    })),
  );
}

async function lockOrderedStock(tx: Database, orderId: number) {
  const lines = await listReservedLines(tx, orderId);
  return { lines, products: await lockProductsOf(tx, lines) };
}

/** In id order, as checkouts do, so that two ending orders cannot deadlock. */
async function lockProductsOf(tx: Database, lines: StockLine[]) {
  const ids = lines.map(({ productId }) => productId);
  const rows: { id: number; quantity: number; unit: Unit }[] =
    ids.length === 0 ? [] : await lockProducts(tx, ids);
  return new Map(rows.map((row) => [row.id, row]));
}
