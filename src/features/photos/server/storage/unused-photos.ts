import { UNUSED_PHOTOS_MAX_BYTES } from '#features/photos/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PhotoStore } from '../photo-store.ts';
import { deleteUnneededFiles } from './delete-unneeded-files.ts';
import { deleteReplacedPhotos, lockUnusedPhotos, sumUnusedBytes } from './queries.ts';

/**
 * Refuses a photo when the farmer's unused photos take up the whole limit.
 * @param storedBytes of a photo that is about to be stored in this transaction; without it, checks
 * whether there is any room at all
 * @throws AppError UNUSED_PHOTOS_FULL
 */
export async function refuseWhenFull(db: Database, farmerId: number, storedBytes?: number) {
  // Two uploads at the same time must not both get the last free bytes.
  if (storedBytes !== undefined) await lockUnusedPhotos(db, farmerId);
  const { allBytes, newBytes } = await sumUnusedBytes(db, farmerId);
  // Before a picture is decoded only new photos count, because replaced ones are deleted to make
  // room.
  const isFull =
    storedBytes === undefined
      ? newBytes >= UNUSED_PHOTOS_MAX_BYTES
      : allBytes + storedBytes > UNUSED_PHOTOS_MAX_BYTES;
  if (isFull) throw new AppError('UNUSED_PHOTOS_FULL', { field: 'photos' });
}

/**
 * Deletes replaced photos early if a new photo needs their room. Replaced photos count as unused
 * for a day; without this, a farmer who replaces the photos of a thousand products would be
 * refused.
 */
export async function makeRoomForUnused(
  db: Database,
  { farmerId, storedBytes }: { farmerId: number; storedBytes: number },
  { photoStore }: { photoStore: PhotoStore },
) {
  const { allBytes } = await sumUnusedBytes(db, farmerId);
  if (allBytes + storedBytes <= UNUSED_PHOTOS_MAX_BYTES) return;
  const deleted = await deleteReplacedPhotos(db, farmerId);
  for (const contentHash of new Set(deleted.map((photo) => photo.contentHash))) {
    await deleteUnneededFiles(db, contentHash, photoStore);
  }
}
