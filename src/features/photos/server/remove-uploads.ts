import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import { deletePieces } from './parts/pieces.ts';
import { deleteUploads, lockUploadsOf } from './parts/queries.ts';
import type { PhotoStore } from './photo-store.ts';

/** Returns a function that deletes the files; call it after the commit. */
export async function removeUploadsOf(
  tx: Database,
  farmerId: number,
  services: { photoStore: PhotoStore; log: Logger },
) {
  const storageKeys = await deleteUploads(tx, await lockUploadsOf(tx, farmerId));
  return () => deletePieces(storageKeys, services);
}
