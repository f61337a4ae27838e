import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { isRunning } from './is-running.ts';

const bundledFolder = (tree: string) => join(tree, 'dist', 'bundled');
const thisTree = fileURLToPath(new URL('../../..', import.meta.url));

const kept = globalThis as typeof globalThis & { bundles?: Map<string, Promise<string>> };

/**
 * Bundles a TypeScript file for Node, once per process. A relative path starts in this folder of
 * `tree`, a checkout.
 */
export function bundle(file: string, tree = thisTree): Promise<string> {
  kept.bundles ??= new Map();
  const path = resolve(tree, 'tests', 'setup', 'processes', file);
  const made = kept.bundles.get(path) ?? make(path, tree);
  kept.bundles.set(path, made);
  return made;
}

async function make(file: string, tree: string): Promise<string> {
  clearAway(bundledFolder(tree));
  const name = basename(file, '.ts');
  const outDir = join(bundledFolder(tree), String(process.pid), name);
  await build({
    configFile: false,
    root: tree,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: file, outDir, emptyOutDir: true, target: 'node20' },
  });
  return join(outDir, `${name}.js`);
}

function clearAway(folder: string) {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!isRunning(Number(name))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
