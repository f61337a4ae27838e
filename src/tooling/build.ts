import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type InlineConfig } from 'vite';
import { VERSION_LENGTH } from '#platform/rules/service-worker.ts';
import { drawCountyShapes } from './art/county-shapes.ts';
import { drawRasters } from './art/draw-rasters.ts';
import { filesToKeep } from './files-to-keep.ts';
import { precompress } from './precompress.ts';
import { serviceWorker } from './service-worker.ts';
import { sourceHash } from './source-hash.mjs';

// `npm run build`: both sides into dist/. A build that is under way has no build.json, so that a
// broken one is never served.
process.env.NODE_ENV = 'production';
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const dist = join(root, 'dist');
const rendererFolder = join(dist, 'renderer');

await rm(join(dist, 'build.json'), { force: true });
const hash = sourceHash(root);
// Compiles the texts, too.
await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
drawRasters(join(dist, 'web'));
drawCountyShapes(join(dist, 'web'));
await build(forNode('src/main.ts', join(dist, 'server')));
await build(renderer());

// Only now: it reads the texts that were just compiled.
const { prerenderPages } = await import('./prerender.ts');
const version = hash.slice(0, VERSION_LENGTH);
await prerenderPages(
  { webFolder: join(dist, 'web'), version },
  await import(pathToFileURL(join(rendererFolder, 'render-page.js')).href),
);
// After everything else, because it names the files that it keeps.
await build(
  serviceWorker(join(dist, 'web'), { version, ...(await filesToKeep(join(dist, 'web'))) }),
);
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

/**
 * The web's components, for the server to draw pages with, and all that they import: where the
 * server runs, their packages are not installed.
 */
function renderer(): InlineConfig {
  const bundle = forNode('src/app/web/render-page.tsx', rendererFolder);
  return {
    ...bundle,
    // Packages mark what is for browsers, which is of no use here.
    logLevel: 'error',
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ...bundle.build, sourcemap: false },
  };
}
