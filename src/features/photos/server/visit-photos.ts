import type { PhotoSize } from '#photos/rules/photo.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { PhotoStore, StoredFile } from './photo-store.ts';
import {
  bytesOf,
  encodePrivatePhoto,
  getPrivatePhoto,
  lockPrivateContents,
  type PrivatePhoto,
  putPrivateFiles,
} from './private-photos.ts';
import { findVisitContent, insertVisitPhoto } from './storage/waiting-queries.ts';

/** Enough to recognise a place, and small enough for a weak connection. */
const VISIT_PHOTO_PIXELS: PhotoSize = 800;

export const readVisitPhoto = (turnOf: number, jpeg: Buffer): Promise<PrivatePhoto> =>
  encodePrivatePhoto(turnOf, { read: async () => jpeg }, [VISIT_PHOTO_PIXELS]);

type Taken = { farmerId: number; photo: PrivatePhoto; now: Date };

/**
 * Written within the transaction, so that a visit never lacks its photo. The lock of the content
 * keeps the sweep away.
 */
export async function addVisitPhoto(
  tx: Database,
  { farmerId, photo, now }: Taken,
  store: PhotoStore,
) {
  const storedBytes = bytesOf(photo);
  await store.claim(tx, { ownerId: farmerId, bytes: storedBytes });
  await lockPrivateContents(tx, [photo]);
  const { contentHash } = photo;
  await insertVisitPhoto(tx, { farmerId, contentHash, storedBytes, createdAt: now });
  await putPrivateFiles(store, [photo]);
}

export async function findVisitPhoto(
  db: Database,
  farmerId: number,
  store: PhotoStore,
): Promise<StoredFile | null> {
  const contentHash = await findVisitContent(db, farmerId);
  return contentHash === null ? null : getPrivatePhoto(store, contentHash, VISIT_PHOTO_PIXELS);
}
