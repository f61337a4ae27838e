/*
 * How much each person stores: photos of products and the profile, photos and voice notes of
 * messages, photos of disputes and visits, and unfinished uploads. The rows that name the files are
 * the ledger, so a deleted photo gives its bytes back. Rows are written before their files, and ask
 * the ledger in the same transaction, whichever store keeps the files.
 */
import {
  DISK_RESERVED_FOR_PROVEN_BYTES,
  STORED_MAX_BYTES,
  STORED_MAX_BYTES_OF_UNPROVEN,
  STORED_TOTAL_BYTES_OF_UNPROVEN,
  STORED_TOTAL_COUNTED_MILLISECONDS,
} from '#features/photos/rules/limits.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { FileStore, PhotoStore } from './photo-store.ts';
import { deleteUnneededFiles } from './storage/delete-unneeded-files.ts';
import { deleteReplacedPhotos, lockStoredBytes, sumStoredBytes } from './storage/queries.ts';

/** The orders feature knows who is proven. */
type Needs = {
  isProven: (db: Database, userId: number) => Promise<boolean>;
  /** What all unproven people store together. */
  sumBytesOfUnproven: (db: Database) => Promise<number>;
  clock: Clock;
};

export function withLedger(
  files: FileStore,
  { isProven, sumBytesOfUnproven, clock }: Needs,
): PhotoStore {
  // It reads all rows, so it is counted once a minute. What is claimed meanwhile is added.
  let total: { bytes: number; at: number } | undefined;

  async function countTotal(db: Database) {
    const at = clock().getTime();
    if (total && at - total.at < STORED_TOTAL_COUNTED_MILLISECONDS) return total;
    const isFirst = !total;
    // Others go on with the old count.
    if (total) total.at = at;
    const counted = { bytes: await sumBytesOfUnproven(db), at };
    if (!isFirst || !total) total = counted;
    return total;
  }

  async function claimOfUnproven(db: Database, bytes: number) {
    await files.requireRoom(DISK_RESERVED_FOR_PROVEN_BYTES);
    const counted = await countTotal(db);
    if (counted.bytes + bytes > STORED_TOTAL_BYTES_OF_UNPROVEN)
      throw new AppError('STORAGE_FULL_UNPROVEN', { field: 'photos' });
    counted.bytes += bytes;
  }

  return {
    ...files,
    async claim(db, { ownerId, bytes }) {
      await lockStoredBytes(db, ownerId);
      const sum = (await sumStoredBytes(db, ownerId)) + bytes;
      const isUnproven = !(await isProven(db, ownerId));
      if (isUnproven && sum > STORED_MAX_BYTES_OF_UNPROVEN)
        throw new AppError('STORAGE_FULL_UNPROVEN', { field: 'photos' });
      if (sum > STORED_MAX_BYTES) throw new AppError('STORAGE_FULL', { field: 'photos' });
      if (isUnproven) await claimOfUnproven(db, bytes);
    },
  };
}

/**
 * Photos that a product or the profile no longer uses stay for a day. They are deleted earlier if
 * `store` finds no room without that, so that replacing photos is never refused.
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
