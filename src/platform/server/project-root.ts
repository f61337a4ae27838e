import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** For sources and bundle alike. */
export const projectRoot = findUpwards(dirname(fileURLToPath(import.meta.url)));

export const projectVersion = String(
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version,
);

function findUpwards(folder: string) {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('No package.json above this file: the project folder cannot be found');
  return findUpwards(parent);
}
