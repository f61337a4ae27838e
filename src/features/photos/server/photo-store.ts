import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, orDiskFull } from '#server/app-error.ts';
import {
  largestFileName,
  type PhotoFormat,
  photoFormats,
  readPhotoFileName,
} from '../rules/photo.ts';
import { withDecoder } from './decode-pictures.ts';

declare global {
  interface Services {
    photoStore: PhotoStore;
    uploadFolder: string;
  }
}

export const photoContentTypes = {
  avif: 'image/avif',
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

/**
 * Photos as `<folder>/<first two of the key>/<key>`. A file is written under a temporary name,
 * synced, and then renamed, so that readers never see half a file, even after a power cut.
 * `keptFreeBytes` of the disk are kept for the database and the logs.
 */
export function createFolderStore(folder: string, { keptFreeBytes = 0 } = {}): FileStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  const requireRoom = async (reservedBytes = 0) => {
    if (keptFreeBytes > 0 && (await freeBytes(folder)) < keptFreeBytes + reservedBytes)
      throw new AppError('DISK_FULL');
  };
  return {
    requireRoom,
    async put(key, { bytes }) {
      await requireRoom();
      await orDiskFull(async () => {
        await mkdir(join(folder, key.slice(0, 2)), { recursive: true, mode: 0o700 });
        await writeWhole(pathOf(key), bytes);
      });
    },
    async get(key) {
      const bytes = await readFile(pathOf(key)).catch(nullWhenMissing);
      return bytes && { bytes, contentType: contentTypeOf(key) };
    },
    exists: (key) =>
      access(pathOf(key), constants.R_OK).then(
        () => true,
        () => false,
      ),
    delete: (key) => rm(pathOf(key), { force: true }),
    async list(prefix) {
      const names = await readdir(join(folder, prefix)).catch(nullWhenMissing);
      return (names ?? []).filter((name) => !name.startsWith('.')).sort();
    },
  };
}

async function freeBytes(folder: string) {
  await orDiskFull(() => mkdir(folder, { recursive: true, mode: 0o700 }));
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function writeWhole(path: string, bytes: StoredFile['bytes']) {
  const temporary = join(path, '..', `.${randomUUID()}`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncFolder(join(path, '..'));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Syncs the new name. Windows cannot open folders and needs no sync. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r').catch(() => null);
  if (!folder) return;
  await folder.sync().catch(() => {});
  await folder.close();
}

export const contentTypeOf = (key: string) =>
  photoContentTypes[photoFormats.find((format) => key.endsWith(`.${format}`)) ?? 'jpg'];

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}

const WAIT_MILLISECONDS = 15_000;
/** All visitors take turns with each person who uploads. */
const VISITORS = 'visitors';

/**
 * A public photo is stored as its largest JPEG. Every other size and format is made of it when it
 * is first requested, and stored. @throws AppError UNAVAILABLE if too many wait
 */
export function withSizesOnRequest<Store extends FileStore>(store: Store): Store {
  const beingMade = new Map<string, Promise<StoredFile | null>>();
  const sourceOf = (key: string) => {
    const { contentHash } = readPhotoFileName(key) ?? {};
    const source = contentHash && largestFileName(contentHash);
    return source === key ? undefined : source;
  };
  const make = async (key: string, source: string) => {
    const wanted = readPhotoFileName(key);
    const largest = wanted && (await store.get(source));
    if (!largest) return null;
    const bytes = await withDecoder(
      VISITORS,
      (decoder) => decoder.encodeFile(largest.bytes, wanted),
      { waitMilliseconds: WAIT_MILLISECONDS },
    );
    const file = { bytes: new Uint8Array(bytes), contentType: contentTypeOf(key) };
    await store.put(key, file).catch(ignoreFullDisk);
    return file;
  };
  const makeOnce = (key: string, source: string) => {
    const making =
      beingMade.get(key) ?? make(key, source).finally(() => void beingMade.delete(key));
    beingMade.set(key, making);
    return making;
  };
  return {
    ...store,
    async get(key) {
      const stored = await store.get(key);
      const source = sourceOf(key);
      return stored || !source ? stored : makeOnce(key, source);
    },
    async exists(key) {
      const source = sourceOf(key);
      return (await store.exists(key)) || (source !== undefined && store.exists(source));
    },
  };
}

/** Then it is made again for the next visitor. */
function ignoreFullDisk(error: unknown) {
  if (!(error instanceof AppError && error.code === 'DISK_FULL')) throw error;
}
