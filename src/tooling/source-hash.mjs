import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Generated from hashed sources: the compiled texts, what their compiler writes next to its
 * settings, and the reduced typeface.
 */
const GENERATED =
  /^platform\/rules\/text\/(compiled\/|project\.inlang\/(?!settings\.json$))|^app\/web\/generated\//;

/**
 * A hash of everything that a build depends on: it changes when any source does. Plain JavaScript,
 * because the start script calls it too, where development tools may not be installed.
 * @param {string} root the project's folder
 * @returns {string}
 */
export function sourceHash(root) {
  const hash = createHash('sha256');
  const sources = join(root, 'src');
  const names = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(sources.length + 1))
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !GENERATED.test(name))
    .sort();
  for (const name of [
    ...names.map((name) => `src/${name}`),
    'package-lock.json',
    'vite.config.ts',
  ]) {
    const file = join(root, name);
    if (!existsSync(file)) continue;
    hash.update(`${name}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}
