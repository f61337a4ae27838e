import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** A TypeScript file as Node alone runs it, the way `npm run build` makes the server. Under dist/, from where packages are found. */
export async function bundle(file: string): Promise<string> {
  const name = basename(file, '.ts');
  const outDir = fileURLToPath(new URL(`../../dist/bench/${name}`, import.meta.url));
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: file, outDir, emptyOutDir: true, target: 'node20' },
  });
  return join(outDir, `${name}.js`);
}
