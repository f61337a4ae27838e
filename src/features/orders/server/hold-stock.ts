/* Stock that is held for an agreed offer. Locking order: buyer, conversation, offer, product. */

import { farmTitle } from '#farms/rules/farm-texts.ts';
import type { Day } from '#platform/rules/day.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import { unitText } from '#products/rules/product-texts.ts';
import {
  insertStockMovements,
  lockProducts,
  reserveStock,
  returnStock,
  type StockLine,
} from '#products/server/stock-queries.ts';
import { findHoldable } from './cart/offer-queries.ts';

export { isInOpenOrder } from './cart/queries.ts';

export type AgreedGoods = StockLine & { name: string; netWeightKg: number | null };

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
