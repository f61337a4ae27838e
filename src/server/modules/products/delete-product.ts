import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/db/connect.ts';
import { lockOwnProduct, updateProduct } from './stock/queries.ts';

/**
 * Takes a product off the market. Its row stays, because orders point to it.
 * @throws AppError PRODUCT_NOT_FOUND when it isn't the farmer's, or is gone already
 */
export async function deleteProduct(db: Database, own: { farmerId: number; productId: number }, { clock }: { clock: Clock }) {
  await db.transaction(async (tx) => {
    if (!(await lockOwnProduct(tx, own))) throw new AppError('PRODUCT_NOT_FOUND');
    const now = clock();
    await updateProduct(tx, { ...own, change: { deletedAt: now, updatedAt: now } });
  });
}
