import { PHOTO_SIZES_PIXELS, PRIVATE_PHOTO_SIZES_PIXELS } from '#photos/rules/limits.ts';
import {
  originalFileName,
  photoFileName,
  photoFormats,
  privateFileName,
  voiceFileName,
} from '#photos/rules/photo.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { PhotoStore } from '../photo-store.ts';
import {
  deleteUnusedPhotos,
  isContentWaiting,
  listNamedContents,
  listShownContents,
  lockContent,
} from './queries.ts';

/**
 * An upload of the same picture inserts its row under the same lock and checks for the files after
 * that. So either this function sees the row, or the upload stores the files again.
 */
export async function deleteUnneededFiles(
  db: Database,
  contentHash: string,
  store: PhotoStore,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockContent(tx, contentHash);
    const named = await listNamedContents(tx, [contentHash]);
    const shown = await listShownContents(tx, [contentHash]);
    if (shown.length === 0) {
      for (const size of PHOTO_SIZES_PIXELS) {
        for (const format of photoFormats)
          await store.delete(photoFileName(contentHash, size, format));
      }
    }
    if (named.length > 0) {
      if (!(await isContentWaiting(tx, contentHash)))
        await store.delete(originalFileName(contentHash));
      return;
    }
    for (const size of PRIVATE_PHOTO_SIZES_PIXELS)
      await store.delete(privateFileName(contentHash, size));
    await store.delete(voiceFileName(contentHash));
    await store.delete(originalFileName(contentHash));
  });
}

/** Never throws, because the caller has to report its original failure. */
export async function discardPhotos(
  db: Database,
  own: { farmerId: number; photoIds: number[] },
  { photoStore, log }: { photoStore: PhotoStore; log: Logger },
) {
  try {
    const deleted = await deleteUnusedPhotos(db, own);
    for (const { contentHash } of deleted) await deleteUnneededFiles(db, contentHash, photoStore);
  } catch (error) {
    log.warn({ err: error }, 'photos of a failed upload could not be deleted');
  }
}
