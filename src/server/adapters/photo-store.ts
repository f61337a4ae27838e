import type { PhotoFormat } from '#shared/photo.ts';

export const photoContentTypes = { webp: 'image/webp', jpg: 'image/jpeg' } as const satisfies Record<PhotoFormat, string>;

export type StoredFile = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/**
 * Where the files of photos lie: a folder, or an object store that several processes share. A key is a photo's file name, `<hash>-<size>.<format>`;
 * what lies under one never changes, so putting it twice is harmless.
 */
export type PhotoStore = {
  /** Whole or not at all. @throws AppError DISK_FULL */
  put(key: string, file: StoredFile): Promise<void>;
  get(key: string): Promise<StoredFile | null>;
  exists(key: string): Promise<boolean>;
  /** Nothing happens where there is none. */
  delete(key: string): Promise<void>;
  /** The keys that begin with two hexadecimal digits: the store in 256 parts, so that it can be looked through bit by bit. */
  list(prefix: string): Promise<string[]>;
};
