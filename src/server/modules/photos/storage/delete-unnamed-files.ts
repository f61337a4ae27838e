import type { PhotoStore } from '#server/adapters/photo-store.ts';
import type { Database } from '#server/db/connect.ts';
import { PHOTO_SIZES_PIXELS } from '#shared/limits.ts';
import { photoFileName } from '#shared/photo.ts';
import { listNamedContents, lockContent } from './queries.ts';

/**
 * Deletes the files of a content, unless a row names it.
 *
 * An upload of the same picture takes the same lock to insert its row, and checks for the files after that: so either its row is seen
 * here, or it finds the files gone and stores them again.
 */
export async function deleteUnnamedFiles(db: Database, contentHash: string, store: PhotoStore): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockContent(tx, contentHash);
    const named = await listNamedContents(tx, [contentHash]);
    if (named.length > 0) return false;
    for (const size of PHOTO_SIZES_PIXELS) {
      for (const format of ['webp', 'jpg'] as const) await store.delete(photoFileName(contentHash, size, format));
    }
    return true;
  });
}
