import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { drawRasters } from './art/draw-rasters.ts';
import { precompress } from './precompress.ts';
import { sourceHash } from './source-hash.mjs';

// `npm run build`: both sides into dist/. A build that is under way has no build.json, so that a broken one is never served.
process.env.NODE_ENV = 'production';
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const dist = join(root, 'dist');
const rendererFolder = join(dist, 'prerender');

await rm(join(dist, 'build.json'), { force: true });
const hash = sourceHash(root);
// Compiles the texts, too.
await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
drawRasters(join(dist, 'web'));
await build(forNode('src/server/main.ts', join(dist, 'server')));
await build(forNode('src/web/app/prerender.tsx', rendererFolder));

// Only now: it reads the texts that were just compiled.
const { prerender } = await import('./prerender.ts');
await prerender(join(dist, 'web'), await import(pathToFileURL(join(rendererFolder, 'prerender.js')).href));
await rm(rendererFolder, { recursive: true });
await precompress(join(dist, 'web'));
await writeFile(join(dist, 'build.json'), `${JSON.stringify({ hash })}\n`);

/** A bundle that Node runs; packages stay where they are installed. */
function forNode(entry: string, outDir: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: join(root, entry), outDir, emptyOutDir: true, sourcemap: true, target: 'node20' },
  };
}
