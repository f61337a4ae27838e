import type { PhotoFormat } from '#features/photos/rules/photo.ts';

export const photoContentTypes = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PhotoFormat, string>;

export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/**
 * Where the files of photos are stored: a folder, or an object store that several processes share.
 * A key is a file's name (photos/rules/photo.ts); the content of a key never changes, so storing it
 * twice is harmless.
 */
export type PhotoStore = {
  /** Atomic. @throws AppError DISK_FULL */
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  exists(key: string): Promise<boolean>;
  /** Does nothing where there is none. */
  delete(key: string): Promise<void>;
  /**
   * @throws AppError DISK_FULL while its disk has less free than it leaves to others; `put` throws
   * the same
   */
  requireRoom(): Promise<void>;
  /**
   * The keys that begin with two hexadecimal digits: 256 parts, so that a sweep can go through the
   * store bit by bit.
   */
  list(prefix: string): Promise<string[]>;
};
