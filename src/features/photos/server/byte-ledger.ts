/*
 * The rows that name the files are the ledger of stored bytes, so a deleted photo gives its bytes
 * back. Rows are written before their files and claim their bytes in the same transaction.
 */

import {
  DISK_RESERVED_FOR_PROVEN_BYTES,
  STORED_MAX_BYTES,
  STORED_MAX_BYTES_OF_UNPROVEN,
  STORED_TOTAL_BYTES_OF_UNPROVEN,
  STORED_TOTAL_COUNTED_MILLISECONDS,
} from '#photos/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import type { FileStore, PhotoStore } from './photo-store.ts';
import { deleteUnneededFiles } from './storage/delete-unneeded-files.ts';
import { deleteReplacedPhotos, lockStoredBytes, sumStoredBytes } from './storage/queries.ts';

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
