import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import type { SetQuantity } from '#shared/product.ts';
import { insertStockMovement, lockOwnProduct, updateProduct } from './stock/queries.ts';
import { refuseStaleCount } from './stock/refuse-stale-count.ts';

/**
 * A farmer has counted a product and says how much there is.
 *
 * The row is locked first, so that an order reserving at the same moment is counted either before or after, never lost; the
 * difference goes into the stock movements. `quantitySeen` is what the farmer was looking at: where the figure is another by
 * now, an order has taken some, and the count is not written over it.
 * @throws AppError PRODUCT_NOT_FOUND when the product isn't the farmer's, QUANTITY_CHANGED with the new figure
 */
export async function setQuantity(
  db: Database,
  { farmerId, productId, quantity, quantitySeen }: SetQuantity & { farmerId: number },
  { clock }: { clock: Clock },
) {
  return db.transaction(async (tx) => {
    const own = { farmerId, productId };
    const product = await lockOwnProduct(tx, own);
    if (!product) throw new AppError('PRODUCT_NOT_FOUND');
    refuseStaleCount(product.quantity, quantitySeen);
    const now = clock();
    await updateProduct(tx, { ...own, change: { quantity, updatedAt: now } });
    const change = quantity - product.quantity;
    await insertStockMovement(tx, { productId, change, unit: product.unit, reason: 'counted', movedAt: now });
    return { id: productId, quantity };
  });
}
