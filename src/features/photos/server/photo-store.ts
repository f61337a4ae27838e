import type { PhotoFormat } from '#photos/rules/photo.ts';
import type { Database } from '#platform/server/db/database.ts';

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    photoStore: PhotoStore;
    uploadFolder: string;
  }
}

export const photoContentTypes = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PhotoFormat, string>;

export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/**
 * A folder, or an object store that several processes share. A key is a file name
 * (photos/rules/photo.ts) whose content never changes, so storing it twice is harmless.
 */
export type FileStore = {
  /** Atomic. @throws AppError DISK_FULL */
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  exists(key: string): Promise<boolean>;
  delete(key: string): Promise<void>;
  /**
   * Keeps the disk's reserve and `reservedBytes` free. An object store does not know its free
   * space. @throws AppError DISK_FULL
   */
  requireRoom(reservedBytes?: number): Promise<void>;
  /** The keys that begin with two hexadecimal digits, so that a sweep reads the store in steps. */
  list(prefix: string): Promise<string[]>;
};

export type PhotoStore = FileStore & {
  /**
   * Called in the transaction that writes the row, before the files are put. Without bytes, asks
   * whether there is any room at all.
   */
  claim(tx: Database, claim: { ownerId: number; bytes?: number }): Promise<void>;
};
