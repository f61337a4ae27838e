import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { orDiskFull } from './disk-full.ts';
import { type PhotoStore, photoContentTypes, type StoredFile } from './photo-store.ts';

/**
 * Photos as files: `<folder>/<first two of the key>/<key>`.
 *
 * A file is written beside its place, made durable, and then renamed into it, so that a reader, a full disk or a power cut
 * never meets half a file. A leftover of a cut begins with a dot and is no key.
 */
export function createFolderStore(folder: string): PhotoStore {
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    async put(key, { bytes }) {
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

async function writeWhole(path: string, bytes: StoredFile['bytes']) {
  const beside = join(path, '..', `.${randomUUID()}`);
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
    await syncFolder(join(path, '..'));
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** The new name itself must survive a power cut too. Where folders can't be opened (Windows), the file system sees to it. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r').catch(() => null);
  if (!folder) return;
  await folder.sync().catch(() => {});
  await folder.close();
}

const contentTypeOf = (key: string) => photoContentTypes[key.endsWith('.webp') ? 'webp' : 'jpg'];

function nullWhenMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
