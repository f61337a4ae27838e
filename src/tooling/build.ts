import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { build, type InlineConfig, type Plugin } from 'vite';
import { SERVICE_WORKER_PATH, VERSION_LENGTH } from '#rules/service-worker.ts';
import { filesToKeep } from './built-files.ts';
import { compileText } from './compile-text.ts';
import { sourceHash } from './source-hash.mjs';
import { serviceWorker } from './vite-plugins.ts';

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|xml|ico|wasm)$/;

/** Pages contain placeholders, so the server compresses them after filling them in. */
const LEFT_ALONE = new RegExp(`^(pages|\\.vite)\\${sep}`);

async function precompress(webFolder: string) {
  const names = await readdir(webFolder, { recursive: true });
  const files = names.filter((name) => COMPRESSIBLE.test(name) && !LEFT_ALONE.test(name));
  await Promise.all(files.map((name) => compress(join(webFolder, name))));
}

async function compress(file: string) {
  const content = await readFile(file);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const brotli = await promisify(brotliCompress)(content, { params });
  const zipped = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
  if (brotli.length < content.length) await writeFile(`${file}.br`, brotli);
  if (zipped.length < content.length) await writeFile(`${file}.gz`, zipped);
}

// `npm run build`. While it is running there is no build.json, so that a broken build is never
// served.
process.env.NODE_ENV = 'production';
const root = fileURLToPath(new URL('../..', import.meta.url));
process.chdir(root);
const dist = join(root, 'dist');
const rendererFolder = join(dist, 'renderer');

await rm(join(dist, 'build.json'), { force: true });
const hash = sourceHash(root);
await compileText();
const databaseIsWritten = writeEmptyDatabase();
await Promise.all([
  build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }),
  build(server()),
  build(renderer()),
]);
// Beside the pages, which one processor draws.
const filesAreCompressed = precompress(join(dist, 'web'));

// Imported only now, because it reads the texts that were just compiled.
const { prerenderPages } = await import('./prerender.ts');
const version = hash.slice(0, VERSION_LENGTH);
await prerenderPages(
  { webFolder: join(dist, 'web'), version },
  await import(pathToFileURL(join(rendererFolder, 'render-page.js')).href),
);
// Last, because it lists the files to cache.
await build(
  serviceWorker(join(dist, 'web'), { version, ...(await filesToKeep(join(dist, 'web'))) }),
);
await filesAreCompressed;
await compress(join(dist, 'web', SERVICE_WORKER_PATH));
await databaseIsWritten;
await writeFile(join(dist, 'build.json'), `${JSON.stringify({ hash })}\n`);

/** The embedded database would block this process for seconds. */
async function writeEmptyDatabase() {
  const script = join(root, 'src/tooling/write-empty-database.ts');
  const [status] = await once(
    spawn(process.execPath, ['--import', 'tsx', script], { stdio: 'inherit' }),
    'exit',
  );
  if (status !== 0) throw new Error('The empty database was not written');
}

/**
 * Bundled with the packages that every request needs, because Node compiles a few large files
 * faster than 500 small ones, in 10 MB less memory. Packages with files beside their code, and
 * large ones that a server may never load, stay in node_modules.
 */
function server(): InlineConfig {
  const bundle = forNode('src/main.ts', join(dist, 'server'));
  const pictures = join(root, 'src/features/photos/server/picture-process.ts');
  return {
    ...bundle,
    build: {
      ...bundle.build,
      ssr: true,
      rolldownOptions: {
        input: [join(root, 'src/main.ts'), pictures],
        output: { comments: { legal: true, annotation: false, jsdoc: false } },
      },
    },
    plugins: [inOneByte()],
    ssr: {
      noExternal: [
        '@fastify/busboy',
        '@hono/node-server',
        '@opentelemetry/api',
        '@trpc/server',
        'drizzle-orm',
        'hono',
        'lru-cache',
        'otpauth',
        'postgres',
        'prom-client',
        'rate-limiter-flexible',
        'zod',
      ],
    },
  };
}

/** V8 keeps a source with a character above U+00FF in two bytes for each of its characters. */
function inOneByte(): Plugin {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'in-one-byte',
    generateBundle(_, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue;
        if (/\\[^\0-\xff]|String\.raw`[^`]*[^\0-\xff]/.test(file.code))
          throw new Error(`${file.fileName} has a character that cannot be escaped`);
        file.code = file.code.replace(/[^\0-\xff]/g, escaped);
      }
    },
  };
}

function forNode(entry: string, outDir: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: { ssr: join(root, entry), outDir, emptyOutDir: true, sourcemap: true, target: 'node20' },
  };
}

/** Bundled with everything, because the web's packages are not installed in production. */
function renderer(): InlineConfig {
  const bundle = forNode('src/app/web/render-page.tsx', rendererFolder);
  return {
    ...bundle,
    logLevel: 'error',
    // A screen imports its stylesheet, which is then left out of this bundle.
    plugins: [tailwindcss()],
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { ...bundle.build, sourcemap: false },
  };
}
