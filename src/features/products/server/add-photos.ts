import { attachPhotos } from '#photos/server/attach-photos.ts';
import { listOwnPhotos } from '#photos/server/list-photos.ts';
import { AppError } from '#platform/server/app-error.ts';
import { type FarmerCall, getOwnProduct } from './list-own-products.ts';
import { noCapture } from './stock/is-photographed-on-farm.ts';
import { lockOwnProduct, updateProduct } from './stock/queries.ts';

export async function addPhotos(
  call: FarmerCall,
  { productId, photoIds }: { productId: number; photoIds: number[] },
) {
  const { db, user, clock } = call;
  const own = { farmerId: user.id, productId };
  await db.transaction(async (tx) => {
    if (!(await lockOwnProduct(tx, own))) throw new AppError('PRODUCT_NOT_FOUND');
    const now = clock();
    const present = (await listOwnPhotos(tx, [productId])).get(productId)?.photos ?? [];
    await attachPhotos(
      tx,
      { ...own, photoIds: [...present.map(({ id }) => id), ...photoIds] },
      now,
    );
    const isElsewhere = photoIds.some((photoId) => present.every(({ id }) => id !== photoId));
    await updateProduct(tx, { ...own, change: { ...(isElsewhere && noCapture), updatedAt: now } });
  });
  return getOwnProduct(db, own, call);
}
