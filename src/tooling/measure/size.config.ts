/* `npm run size`: gzipped sizes of the build, and their budgets. */

import { fileURLToPath } from 'node:url';
import { SERVICE_WORKER_PATH, screenSets } from '#rules/service-worker.ts';
import {
  builtFile,
  drawnPages,
  ENTRY_MODULE,
  filesToKeep,
  publicPages,
  readManifest,
  scriptsOf,
  stylesOf,
} from '#tooling/built-files.ts';

const OFFLINE_MODULES = /^(app\/web\/(keep-app|update-notice)\.|platform\/web\/offline\/)/;
const CACHED_LIMITS = { everyone: '430 kB', buyer: '543 kB', farmer: '579 kB' };

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const manifest = await readManifest(webFolder);
const known = await filesToKeep(webFolder);
const check = (name: string, limit: string, files: Iterable<string>) => ({
  name,
  limit,
  path: [...files].map((file) => builtFile(webFolder, file)),
  gzip: true,
});

const landing = [ENTRY_MODULE, ...(publicPages.find(({ path }) => path === '/')?.modules ?? [])];

export default [
  ...[...publicPages, ...drawnPages].map(({ path, modules }) =>
    check(
      `${path} script`,
      path === '/' ? '122 kB' : '165 kB',
      scriptsOf(manifest, [ENTRY_MODULE, ...modules]),
    ),
  ),
  check('/ first view', '150 kB', [
    'pages/en/landing.html',
    'art/hero-farm.svg',
    'favicon.svg',
    stylesOf(manifest, landing),
    ...(manifest[ENTRY_MODULE]?.assets ?? []),
    ...scriptsOf(manifest, landing),
  ]),
  check('worker and queue', '25 kB', [
    SERVICE_WORKER_PATH,
    ...Object.keys(manifest).flatMap((name) =>
      OFFLINE_MODULES.test(name) ? (manifest[name]?.file ?? []) : [],
    ),
  ]),
  ...screenSets.map((set) =>
    check(`cached for ${set}`, CACHED_LIMITS[set], [
      ...known.core,
      ...known.screens.everyone,
      ...(set === 'everyone' ? [] : known.screens[set]),
    ]),
  ),
];
