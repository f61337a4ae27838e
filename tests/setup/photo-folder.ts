import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './processes/is-running.ts';

const PREFIX = 'sokoshamba-test-files-';

const root = join(tmpdir(), `${PREFIX}${process.pid}`);
export const photoFolder = join(root, 'photos');
export const dataFolder = join(root, 'data');
for (const name of readdirSync(tmpdir())) {
  if (name.startsWith(PREFIX) && !isRunning(Number(name.slice(PREFIX.length))))
    remove(join(tmpdir(), name));
}

function remove(folder: string) {
  rmSync(folder, { recursive: true, force: true });
}

export function emptyPhotoFolder(): string {
  remove(root);
  for (const folder of [photoFolder, dataFolder]) mkdirSync(folder, { recursive: true });
  return photoFolder;
}

export async function listPhotoFiles(): Promise<string[]> {
  const entries = await readdir(photoFolder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  if (!entries) return listPhotoFiles();
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}
