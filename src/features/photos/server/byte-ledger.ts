/*
 * The rows that name the files are the ledger of stored bytes, so a deleted photo gives its bytes
 * back. Rows are written before their files and claim their bytes in the same transaction.
 */

import { AppError } from '#server/app-error.ts';
import {
  DISK_RESERVED_FOR_PROVEN_BYTES,
  originalFileName,
  PHOTO_SIZES_PIXELS,
  PRIVATE_PHOTO_SIZES_PIXELS,
  photoFileName,
  photoFormats,
  privateFileName,
  STORED_MAX_BYTES,
  STORED_MAX_BYTES_OF_UNPROVEN,
  STORED_TOTAL_BYTES_OF_UNPROVEN,
  STORED_TOTAL_COUNTED_MILLISECONDS,
  voiceFileName,
} from '../rules/photo.ts';
import {
  deleteReplacedPhotos,
  deleteUnusedPhotos,
  isContentWaiting,
  listNamedContents,
  listShownContents,
  lockContent,
  lockStoredBytes,
  sumStoredBytes,
} from './photo-queries.ts';
import type { FileStore, PhotoStore } from './photo-store.ts';

export function withLedger(
  files: FileStore,
  {
    isProven,
    sumBytesOfUnproven,
    clock,
  }: Pick<Services, 'isProven' | 'clock'> & {
    sumBytesOfUnproven: (db: Database) => Promise<number>;
  },
): PhotoStore {
  // The sum reads all rows, so it is taken once a minute.
  let total = { bytes: 0, at: Number.NEGATIVE_INFINITY };

  async function claimOfUnproven(db: Database, bytes: number) {
    await files.requireRoom(DISK_RESERVED_FOR_PROVEN_BYTES);
    const at = clock().getTime();
    if (at - total.at >= STORED_TOTAL_COUNTED_MILLISECONDS) {
      // Concurrent claims use the old sum meanwhile.
      total.at = at;
      total = { bytes: await sumBytesOfUnproven(db), at };
    }
    if (total.bytes + bytes > STORED_TOTAL_BYTES_OF_UNPROVEN)
      throw new AppError('STORAGE_FULL_UNPROVEN', { field: 'photos' });
    total.bytes += bytes;
  }

  return {
    ...files,
    async claim(db, { ownerId, bytes }) {
      // Concurrent uploads must not both get the last free bytes.
      if (bytes !== undefined) await lockStoredBytes(db, ownerId);
      const sum = (await sumStoredBytes(db, ownerId)) + (bytes ?? 1);
      if (sum > STORED_MAX_BYTES) throw new AppError('STORAGE_FULL', { field: 'photos' });
      const isTooMuch = sum > STORED_MAX_BYTES_OF_UNPROVEN;
      if ((bytes === undefined && !isTooMuch) || (await isProven(db, ownerId))) return;
      if (isTooMuch) throw new AppError('STORAGE_FULL_UNPROVEN', { field: 'photos' });
      await claimOfUnproven(db, bytes ?? 0);
    },
  };
}

/**
 * Replaced photos stay for a day, unless `store` finds no room otherwise: replacing photos is never
 * refused.
 */
export async function storeWithRoom<T>(
  db: Database,
  { farmerId, photoStore }: { farmerId: number; photoStore: PhotoStore },
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!isFull(error)) throw error;
    const deleted = await deleteReplacedPhotos(db, farmerId);
    if (deleted.length === 0) throw error;
    for (const contentHash of new Set(deleted.map((photo) => photo.contentHash)))
      await deleteUnneededFiles(db, contentHash, photoStore);
    return store();
  }
}

const isFull = (error: unknown) =>
  error instanceof AppError && ['STORAGE_FULL', 'STORAGE_FULL_UNPROVEN'].includes(error.code);

/**
 * An upload of the same picture inserts its row under the same lock and checks for the files after
 * that. So either this function sees the row, or the upload stores the files again.
 */
export async function deleteUnneededFiles(db: Database, contentHash: string, store: PhotoStore) {
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
