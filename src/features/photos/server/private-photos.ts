import { LARGEST_SIZE, type PrivatePhotoSize, privateFileName } from '#photos/rules/photo.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { UploadedFile } from '#platform/server/http/read-multipart.ts';
import type { PhotoStore, StoredFile } from './photo-store.ts';
import { findVisitContent, insertVisitPhoto } from './media-queries.ts';
import { deleteUnneededFiles } from './byte-ledger.ts';
import { lockContent } from './photo-queries.ts';
import { encodeInTurn } from './store-photos.ts';

/*
 * The public path does not serve these. The caller checks who may read them, and stores its own row
 * before the files, because the sweep deletes files without a row.
 */

type PrivateFile = { key: string; bytes: Buffer; contentType: string };
export type PrivateContent = { contentHash: string; files: PrivateFile[] };
export type PrivatePhoto = PrivateContent & { widthPixels: number; heightPixels: number };

export async function encodePrivatePhoto(
  ownerId: number,
  file: UploadedFile,
  sizes: readonly PrivatePhotoSize[] = [LARGEST_SIZE],
): Promise<PrivatePhoto> {
  const { jpegs, colour: _, ...photo } = await encodeInTurn(ownerId, file, sizes);
  const files = jpegs.map(({ size, bytes }) => ({
    key: privateFileName(photo.contentHash, size as PrivatePhotoSize),
    bytes,
    contentType: 'image/jpeg',
  }));
  return { ...photo, files };
}

/**
 * Keeps the sweep from files whose row is being stored. Sorted, so that two transactions cannot
 * deadlock.
 */
export async function lockPrivateContents(tx: Database, contents: readonly PrivateContent[]) {
  for (const contentHash of contents.map((content) => content.contentHash).sort())
    await lockContent(tx, contentHash);
}

export const bytesOf = ({ files }: PrivateContent): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

export async function putPrivateFiles(store: PhotoStore, contents: readonly PrivateContent[]) {
  for (const { key, bytes, contentType } of contents.flatMap(({ files }) => files)) {
    if (!(await store.exists(key)))
      await store.put(key, { bytes: new Uint8Array(bytes), contentType });
  }
}

export const getPrivatePhoto = (
  store: PhotoStore,
  contentHash: string,
  size?: PrivatePhotoSize,
): Promise<StoredFile | null> => store.get(privateFileName(contentHash, size));

export async function deletePrivateFiles(
  db: Database,
  contentHashes: readonly string[],
  store: PhotoStore,
) {
  for (const contentHash of new Set(contentHashes))
    await deleteUnneededFiles(db, contentHash, store);
}

/** Enough to recognise a place, and small enough for a weak connection. */
const VISIT_PHOTO_PIXELS: PrivatePhotoSize = 800;

export const readVisitPhoto = (ownerId: number, jpeg: Buffer): Promise<PrivatePhoto> =>
  encodePrivatePhoto(ownerId, { read: async () => jpeg }, [VISIT_PHOTO_PIXELS]);

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
