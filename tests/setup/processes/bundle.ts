import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { isRunning } from './is-running.ts';

/** Under dist/, from where packages are found. Several processes may bundle at once, so each has a folder of its own. */
const folder = fileURLToPath(new URL('../../../dist/bundled', import.meta.url));

const kept = globalThis as typeof globalThis & { bundles?: Map<string, Promise<string>> };

/** A TypeScript file as Node alone runs it, the way `npm run build` makes the server; made once a process. */
export function bundle(file: string): Promise<string> {
  kept.bundles ??= clearAway();
  const made = kept.bundles.get(file) ?? make(file);
  kept.bundles.set(file, made);
  return made;
}

async function make(file: string): Promise<string> {
  const name = basename(file, '.ts');
  const outDir = join(folder, String(process.pid), name);
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: file, outDir, emptyOutDir: true, target: 'node20' },
  });
  return join(outDir, `${name}.js`);
}

/** Removes what ended processes left. */
function clearAway() {
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (!isRunning(Number(name))) rmSync(join(folder, name), { recursive: true, force: true });
  }
  return new Map<string, Promise<string>>();
}
