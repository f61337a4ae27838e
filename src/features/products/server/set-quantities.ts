import type { SetQuantity } from '#features/products/rules/product.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { lockOwnProducts, updateQuantities } from './stock/quantity-queries.ts';
import { lockOwnProduct, updateProduct } from './stock/queries.ts';
import { insertStockMovements } from './stock-queries.ts';

export type QuantityLineResult =
  /** `isRounded`: more than two decimals were sent. */
  | { productId: number; outcome: 'saved'; quantity: number; isRounded: boolean }
  | { productId: number; outcome: 'notFound' }
  | { productId: number; outcome: 'repeated' }
  | { productId: number; outcome: 'changed'; quantity: number };

type Lines = { farmerId: number; lines: SetQuantity[] };

/**
 * Sets many quantities at once, each line with its own outcome. A line that fails does not stop the
 * others.
 */
export async function setQuantities(
  db: Database,
  { farmerId, lines }: Lines,
  { clock }: { clock: Clock },
): Promise<QuantityLineResult[]> {
  return db.transaction(async (tx) => {
    const productIds = [...new Set(lines.map((line) => line.productId))];
    const rows = await lockOwnProducts(tx, { farmerId, productIds });
    const before = new Map(rows.map((row) => [row.id, row]));
    const results = outcomesOf(lines, before);
    const saved = results.filter((result) => result.outcome === 'saved');
    if (saved.length > 0) {
      const now = clock();
      await updateQuantities(tx, { counts: saved, now });
      await insertStockMovements(
        tx,
        saved.map(({ productId, quantity }) => {
          const there = before.get(productId);
          const change = quantity - (there?.quantity ?? 0);
          return {
            productId,
            change,
            unit: there?.unit ?? null,
            reason: 'counted' as const,
            movedAt: now,
          };
        }),
      );
    }
    return results;
  });
}

/** If a product has several lines, the first counts. */
function outcomesOf(
  lines: SetQuantity[],
  before: ReadonlyMap<number, { quantity: number }>,
): QuantityLineResult[] {
  const seen = new Set<number>();
  return lines.map(({ productId, quantity, quantitySeen }) => {
    const there = before.get(productId)?.quantity;
    if (there === undefined) return { productId, outcome: 'notFound' };
    if (seen.has(productId)) return { productId, outcome: 'repeated' };
    seen.add(productId);
    if (quantitySeen !== undefined && quantitySeen !== there)
      return { productId, outcome: 'changed', quantity: there };
    return { productId, outcome: 'saved', ...roundCount(quantity) };
  });
}

function roundCount(counted: number): { quantity: number; isRounded: boolean } {
  const quantity = roundedToHundredths(counted);
  return { quantity, isRounded: quantity !== counted };
}

/**
 * Sets a product's quantity to the farmer's count.
 *
 * The row is locked first, so that an order that reserves at the same moment is counted either
 * before or after, never lost. The difference is recorded as a stock movement. `quantitySeen` is
 * the quantity that the farmer saw. If it has changed since, an order has taken some, and the count
 * does not overwrite it.
 * @throws AppError PRODUCT_NOT_FOUND when the product is not the farmer's, QUANTITY_CHANGED with
 * the new quantity
 */
export async function setQuantity(
  db: Database,
  { farmerId, productId, quantity: counted, quantitySeen }: SetQuantity & { farmerId: number },
  { clock }: { clock: Clock },
) {
  return db.transaction(async (tx) => {
    const own = { farmerId, productId };
    const { quantity, isRounded } = roundCount(counted);
    const product = await lockOwnProduct(tx, own);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    refuseStaleCount(product.quantity, quantitySeen);
    const now = clock();
    await updateProduct(tx, { ...own, change: { quantity, updatedAt: now } });
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

/**
 * Refuses a count that started from another quantity than the current one, because an order took
 * some in the meantime.
 * @throws AppError QUANTITY_CHANGED
 */
export function refuseStaleCount(quantity: number, quantitySeen: number | undefined) {
  if (quantitySeen !== undefined && quantitySeen !== quantity) {
    throw new AppError('QUANTITY_CHANGED', {
      field: 'quantity',
      inputs: { quantity },
      facts: { quantity },
    });
  }
}
