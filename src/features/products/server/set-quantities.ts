/*
 * How much there is of a product: counts, and harvests that were announced. Each also confirms the
 * product, which is then offered for its crop's shelf life from the harvest or the confirmation.
 * The farmer is asked shortly before it ends, and after three days about perishables
 * (run-freshness-clock.ts). Without an answer the product leaves the market.
 */

import { roundedToHundredths } from '#rules/amounts.ts';
import { dayInNairobi, daysAfter, daysBetween, endOfDayInNairobi } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { findCrop } from '../rules/crops.ts';
import type { SetQuantity } from '../rules/product.ts';
import { FRESH_DAYS_MAX } from '../rules/product-facts.ts';
import {
  endFreshTime,
  listMovementsSince,
  lockOwnProducts,
  type MovedProduct,
  updateQuantities,
} from './freshness-queries.ts';
import type { FarmerCall } from './list-own-products.ts';
import { lockOwnProduct, updateProduct } from './own-product-queries.ts';
import { insertStockMovements, lockProducts, type StockLine } from './stock-queries.ts';

type QuantityLineResult =
  | { productId: number; outcome: 'saved'; quantity: number; isRounded: boolean }
  | { productId: number; outcome: 'notFound' }
  | { productId: number; outcome: 'repeated' }
  | { productId: number; outcome: 'changed'; quantity: number };

/** A line that fails does not stop the others. */
export async function setQuantities(
  { db, user, clock }: FarmerCall,
  { lines }: { lines: SetQuantity[] },
): Promise<QuantityLineResult[]> {
  return db.transaction(async (tx) => {
    const productIds = [...new Set(lines.map((line) => line.productId))];
    const rows = await lockOwnProducts(tx, { farmerId: user.id, productIds });
    const before = new Map(rows.map((row) => [row.id, row]));
    const results = outcomesOf(lines, before);
    const saved = results.flatMap((result) => {
      const there = before.get(result.productId);
      return result.outcome === 'saved' && there ? [{ ...result, there }] : [];
    });
    if (saved.length > 0) {
      const now = clock();
      const counts = saved.map(({ productId, quantity, there }) => ({
        productId,
        quantity,
        freshUntil: freshUntil(there, dayInNairobi(now)),
      }));
      await updateQuantities(tx, { counts, now });
      await insertStockMovements(
        tx,
        saved.map(({ productId, quantity, there }) => ({
          productId,
          change: quantity - there.quantity,
          unit: there.unit,
          reason: 'counted' as const,
          movedAt: now,
        })),
      );
    }
    return results;
  });
}

function outcomesOf(
  lines: SetQuantity[],
  before: ReadonlyMap<number, { quantity: number }>,
): QuantityLineResult[] {
  const seen = new Set<number>();
  return lines.map((line) => {
    const { productId } = line;
    const there = before.get(productId)?.quantity;
    if (there === undefined) return { productId, outcome: 'notFound' };
    if (seen.has(productId)) return { productId, outcome: 'repeated' };
    seen.add(productId);
    const count = readCount(line, there);
    return count
      ? { productId, outcome: 'saved', ...count }
      : { productId, outcome: 'changed', quantity: there };
  });
}

/**
 * Null if an order has taken some since the farmer looked, unless the count is what was on screen:
 * it only confirms the product.
 */
function readCount(
  { quantity, quantitySeen }: Pick<SetQuantity, 'quantity' | 'quantitySeen'>,
  there: number,
): { quantity: number; isRounded: boolean } | null {
  if (quantitySeen === undefined || quantitySeen === there) return roundCount(quantity);
  return quantity === quantitySeen ? { quantity: there, isRounded: false } : null;
}

function roundCount(counted: number): { quantity: number; isRounded: boolean } {
  const quantity = roundedToHundredths(counted);
  return { quantity, isRounded: quantity !== counted };
}

/**
 * A count also confirms the product. The row is locked first, so that a concurrent order is counted
 * either before or after.
 */
export async function setQuantity(
  { db, user, clock }: FarmerCall,
  { productId, ...counted }: SetQuantity,
) {
  return db.transaction(async (tx) => {
    const own = { farmerId: user.id, productId };
    const product = await lockOwnProduct(tx, own);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    const count = readCount(counted, product.quantity);
    if (!count) throw quantityChanged(product.quantity);
    const { quantity, isRounded } = count;
    const now = clock();
    await updateProduct(tx, {
      ...own,
      change: { quantity, ...confirmedColumns(product, now), updatedAt: now },
    });
    const change = quantity - product.quantity;
    await insertStockMovements(tx, [
      {
        productId,
        change,
        unit: product.unit,
        reason: 'counted',
        movedAt: now,
      },
    ]);
    return { id: productId, quantity, isRounded };
  });
}

export function refuseStaleCount(quantity: number, quantitySeen: number | undefined) {
  if (quantitySeen !== undefined && quantitySeen !== quantity) throw quantityChanged(quantity);
}

const quantityChanged = (quantity: number) =>
  new AppError('QUANTITY_CHANGED', {
    field: 'quantity',
    inputs: { quantity },
    facts: { quantity },
  });

type NoneLeft = { farmerId: number; lines: readonly StockLine[] };

/**
 * The caller has locked the ordered products. The farm's other offers that were not confirmed today
 * are doubtful too, so the freshness clock asks about them.
 */
export async function declareNoneLeft(
  tx: Database,
  { farmerId, lines }: NoneLeft,
  { clock }: { clock: Clock },
) {
  const rows = await lockProducts(
    tx,
    lines.map(({ productId }) => productId),
  );
  // A product with another unit was counted after the order.
  const isOrdered = ({ id, unit }: (typeof rows)[number]) =>
    lines.some((line) => line.productId === id && line.unit === unit);
  const sold = rows.filter(isOrdered).map(({ id }) => ({ productId: id, quantity: 0 }));
  await setQuantities({ db: tx, user: { id: farmerId }, clock }, { lines: sold });
  await endFreshTime(tx, { farmerId, today: dayInNairobi(clock()) });
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * Each product's largest quantity yesterday in Nairobi, because the evening's quantity would be
 * leftovers or "sold out". Leaves out products whose stock has not changed since the start of
 * yesterday, that had none, or whose unit has changed since.
 */
export async function listYesterdaysQuantities({ db, user, clock }: FarmerCall) {
  const now = clock();
  const today = endOfDayInNairobi(dayInNairobi(new Date(now.getTime() - DAY_MILLISECONDS)));
  const yesterday = new Date(today.getTime() - DAY_MILLISECONDS);
  const moved = await listMovementsSince(db, { farmerId: user.id, since: yesterday, today });
  return moved.flatMap((product) => {
    const quantity = mostOfYesterday(product);
    return quantity > 0 ? [{ productId: product.productId, quantity }] : [];
  });
}

const mostOfYesterday = ({ hasOtherUnit, atStart, mostAfter }: MovedProduct) =>
  hasOtherUnit ? 0 : Math.max(atStart, mostAfter ?? 0);

type Own = { farmerId: number; productId: number };

export async function lockAnnounced(tx: Database, own: Own) {
  const product = await lockOwnProduct(tx, own);
  if (!product) throw new AppError('PRODUCT_NOT_FOUND');
  if (product.depositPercent === null) throw new AppError('HARVEST_NOT_ANNOUNCED');
  return product;
}

type Harvested = {
  product: Awaited<ReturnType<typeof lockAnnounced>>;
  quantity: number;
  now: Date;
};

export async function bookHarvest(
  tx: Database,
  farmerId: number,
  { product, quantity, now }: Harvested,
) {
  const { id: productId, unit, crop } = product;
  const harvestDate = dayInNairobi(now);
  await updateProduct(tx, {
    farmerId,
    productId,
    change: {
      depositPercent: null,
      harvestDate,
      quantity,
      ...confirmedColumns({ crop, harvestDate }, now),
      updatedAt: now,
    },
  });
  const change = quantity - product.quantity;
  if (change !== 0)
    await insertStockMovements(tx, [{ productId, change, unit, reason: 'counted', movedAt: now }]);
}

/** A product that had left the market returns. */
export function confirmedColumns(
  product: { crop: string | null; harvestDate: Day | null },
  now: Date,
) {
  const today = dayInNairobi(now);
  return {
    status: 'available' as const,
    confirmedOn: today,
    freshUntil: freshUntil(product, today),
    askedAt: null,
  };
}

/** Goods of an older harvest get half of the shelf life again. */
export function freshUntil(
  { crop, harvestDate }: { crop: string | null; harvestDate: Day | null },
  today: Day,
) {
  const days = freshDays(crop);
  const daysLeft = daysBetween(today, harvestDate ?? today) + days;
  return daysAfter(today, Math.max(daysLeft, Math.ceil(days / 2)));
}

export const freshDays = (crop: string | null) =>
  Math.min(FRESH_DAYS_MAX, (crop && findCrop(crop)?.shelfLifeDays) || FRESH_DAYS_MAX);

declare global {
  interface Services {
    priceRecords: PriceRecords;
  }
}

/** Implemented by the prices feature, which is above its callers. */
export type PriceRecords = {
  recordAsked: (tx: Database, productId: number, now: Date) => Promise<void>;
  /** Called on completion and on payment; the later call counts. */
  recordPaid: (tx: Database, orderId: number, now: Date) => Promise<void>;
};
