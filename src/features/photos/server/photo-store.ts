import type { PhotoFormat } from '#features/photos/rules/photo.ts';
import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    photoStore: PhotoStore;
    /** The folder of uploads while they are received and processed. */
    uploadFolder: string;
  }
}

export const photoContentTypes = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PhotoFormat, string>;

export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/**
 * The store of photo files: a folder, or an object store that several processes share. A key is a
 * file name (photos/rules/photo.ts). The content of a key never changes, so storing it twice is
 * harmless.
 */
export type FileStore = {
  /** Atomic. @throws AppError DISK_FULL */
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  exists(key: string): Promise<boolean>;
  /** Does nothing if there is no such file. */
  delete(key: string): Promise<void>;
  /**
   * An object store does not say how much space is free.
   * @param reservedBytes that must stay free besides
   * @throws AppError DISK_FULL when the disk has less free space than it must keep for others;
   * `put` throws the same
   */
  requireRoom(reservedBytes?: number): Promise<void>;
  /**
   * The keys that begin with these two hexadecimal digits. The 256 prefixes let a sweep read the
   * store in steps.
   */
  list(prefix: string): Promise<string[]>;
};

export type PhotoStore = FileStore & {
  /**
   * Asks the ledger (byte-ledger.ts) for room. To be called in the transaction that writes the row
   * of the files, before they are put. Without bytes, asks whether there is any room at all.
   * @throws AppError STORAGE_FULL, STORAGE_FULL_UNPROVEN, DISK_FULL
   */
  claim(tx: Database, claim: { ownerId: number; bytes?: number }): Promise<void>;
};
