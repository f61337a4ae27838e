import type { PhotoStore, StoredFile } from '#server/adapters/photo-store.ts';
import type { Database } from '#server/db/database.ts';
import { privateFileName } from '#shared/products/photo.ts';
import { encodeInTurn } from './pictures/store-photo.ts';
import { lockContent } from './storage/queries.ts';
import type { UploadedFile } from './uploaded-file.ts';

/*
 * Photos that are not for everybody. They have one file each, under a name that the public path doesn't serve; who may read it is the
 * caller's to check. The caller stores a row of its own first, and the file after it: the sweep deletes files that no row names.
 */

export type PrivatePhoto = { contentHash: string; widthPixels: number; heightPixels: number; bytes: Buffer };

/** The largest JPEG of one uploaded picture. @throws AppError PHOTO_TYPE_REFUSED, PHOTO_HEIC, PHOTO_BROKEN, PHOTO_TOO_MANY_PIXELS */
export async function encodePrivatePhoto(ownerId: number, file: UploadedFile): Promise<PrivatePhoto> {
  const { contentHash, widthPixels, heightPixels, files } = await encodeInTurn(ownerId, file);
  const [largest] = files.filter(({ format }) => format === 'jpg').sort((a, b) => b.size - a.size);
  if (!largest) throw new Error('A picture was encoded without a JPEG');
  return { contentHash, widthPixels, heightPixels, bytes: largest.bytes };
}

/** Locks the contents until the transaction ends, in one order, so that the sweep deletes no file of a row that is being stored. */
export async function lockPrivatePhotos(tx: Database, photos: PrivatePhoto[]) {
  for (const contentHash of photos.map((photo) => photo.contentHash).sort()) await lockContent(tx, contentHash);
}

/** @throws AppError DISK_FULL, UNAVAILABLE */
export async function putPrivatePhotos(store: PhotoStore, photos: PrivatePhoto[]) {
  for (const { contentHash, bytes } of photos) {
    const key = privateFileName(contentHash);
    if (!(await store.exists(key))) await store.put(key, { bytes: new Uint8Array(bytes), contentType: 'image/jpeg' });
  }
}

export const getPrivatePhoto = (store: PhotoStore, contentHash: string): Promise<StoredFile | null> =>
  store.get(privateFileName(contentHash));
