import { LARGEST_SIZE, type PhotoSize, privateFileName } from '#photos/rules/photo.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { UploadedFile } from '#platform/server/http/read-multipart.ts';
import type { PhotoStore, StoredFile } from './photo-store.ts';
import { encodeInTurn } from './pictures/store-photo.ts';
import { deleteUnneededFiles } from './storage/delete-unneeded-files.ts';
import { lockContent } from './storage/queries.ts';

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
  sizes: readonly PhotoSize[] = [LARGEST_SIZE],
): Promise<PrivatePhoto> {
  const { contentHash, widthPixels, heightPixels, files } = await encodeInTurn(ownerId, file);
  const kept = files.flatMap(({ size, format, bytes }) =>
    format === 'jpg' && sizes.includes(size)
      ? [{ key: privateFileName(contentHash, size), bytes, contentType: 'image/jpeg' }]
      : [],
  );
  return { contentHash, widthPixels, heightPixels, files: kept };
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
  size?: PhotoSize,
): Promise<StoredFile | null> => store.get(privateFileName(contentHash, size));

export async function deletePrivateFiles(
  db: Database,
  contentHashes: readonly string[],
  store: PhotoStore,
) {
  for (const contentHash of new Set(contentHashes))
    await deleteUnneededFiles(db, contentHash, store);
}
