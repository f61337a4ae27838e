import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { attachPhotos } from '#server/photos/attach-photos.ts';
import { listPhotos } from '#server/photos/list-photos.ts';
import type { Services } from '#server/services.ts';
import type { EditProduct } from '#shared/product.ts';
import { getOwnProduct } from './get-own-product.ts';
import { noCapture } from './is-photographed-on-farm.ts';
import { productColumns } from './product-columns.ts';
import { insertStockMovement, lockOwnProduct, updateProduct } from './queries.ts';
import { refuseStaleCount } from './refuse-stale-count.ts';

/**
 * A farmer says again what is offered. Photos that are not mentioned stay; orders already placed keep what they were placed at.
 * @throws AppError PRODUCT_NOT_FOUND, PHOTO_NOT_FOUND, QUANTITY_CHANGED with the new figure
 */
export async function editProduct(
  db: Database,
  { farmerId, productId, ...input }: EditProduct & { farmerId: number },
  { clock }: Pick<Services, 'clock'>,
) {
  await db.transaction(async (tx) => {
    const own = { farmerId, productId };
    const before = await lockOwnProduct(tx, own);
    if (!before) throw new AppError('PRODUCT_NOT_FOUND');
    refuseStaleCount(before.quantity, input.quantitySeen);
    const now = clock();
    const { quantity, photoIds } = input;
    const columns = await productColumns(tx, farmerId, input);
    const isElsewhere = !input.capturedAt && (await hasNewPhotos(tx, productId, photoIds ?? []));
    await updateProduct(tx, { ...own, change: { ...columns, ...(isElsewhere && noCapture), quantity, updatedAt: now } });
    if (quantity !== before.quantity) {
      await insertStockMovement(tx, { productId, change: quantity - before.quantity, reason: 'counted', movedAt: now });
    }
    if (photoIds) await attachPhotos(tx, { ...own, photoIds }, now);
  });
  return getOwnProduct(db, { farmerId, productId });
}

async function hasNewPhotos(db: Database, productId: number, photoIds: number[]): Promise<boolean> {
  const present = new Set((await listPhotos(db, [productId])).get(productId)?.map(({ id }) => id));
  return photoIds.some((id) => !present.has(id));
}
