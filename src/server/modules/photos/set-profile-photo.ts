import { AppError } from '#server/app-error.ts';
import type { Database } from '#server/db/connect.ts';
import { clearProfilePhotos, lockOwnPhotos, markProfilePhoto } from './storage/queries.ts';

/** Makes an unused photo of the farmer's own the picture in the header; the one before is swept in a day. @throws AppError PHOTO_NOT_FOUND */
export async function setProfilePhoto(db: Database, { farmerId, photoId }: { farmerId: number; photoId: number }, now: Date) {
  await db.transaction(async (tx) => {
    const [photo] = await lockOwnPhotos(tx, { farmerId, photoIds: [photoId] });
    if (!photo || photo.productId !== null) throw new AppError('PHOTO_NOT_FOUND', { field: 'photos' });
    await clearProfilePhotos(tx, farmerId, now);
    await markProfilePhoto(tx, photoId);
  });
}
