import type { PhotoStore } from '#server/adapters/photo-store.ts';
import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/log.ts';
import { deleteUnnamedFiles } from './delete-unnamed-files.ts';
import { deleteUnusedPhotos } from './queries.ts';

/**
 * Deletes photos of a failed upload, with their files. Photos in use stay. Never throws, because its caller has to report the original
 * failure; the sweep deletes what is left.
 */
export async function discardPhotos(
  db: Database,
  own: { farmerId: number; photoIds: number[] },
  { photoStore, log }: { photoStore: PhotoStore; log: Logger },
) {
  try {
    const deleted = await deleteUnusedPhotos(db, own);
    for (const { contentHash } of deleted) await deleteUnnamedFiles(db, contentHash, photoStore);
  } catch (error) {
    log.warn({ err: error }, 'photos of a failed upload could not be deleted');
  }
}
