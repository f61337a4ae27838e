import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { SERVICE_WORKER_PATH, screenSets } from '#platform/rules/service-worker.ts';
import { filesToKeep, gzippedBytes, KEPT_MAX_BYTES } from '#tooling/files-to-keep.ts';
import { ENTRY_MODULE, readManifest, scriptsOf, stylesOf } from '#tooling/manifest.ts';
import { drawnPages, publicPages } from '#tooling/pages.ts';

// `npm run size`: gzipped sizes. Fails above a budget.
const KILOBYTE = 1000;
const LANDING_SCRIPT_BUDGET = 122 * KILOBYTE;
const LANDING_VIEW_BUDGET = 150 * KILOBYTE;
const SCRIPT_BUDGET = 163 * KILOBYTE;
const OFFLINE_BUDGET = 25 * KILOBYTE;
const OFFLINE_MODULES = /^(app\/web\/updates|platform\/web\/offline)\//;

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const manifest = await readManifest(webFolder);
const sizeOf = async (file: string) =>
  gzipSync(await readFile(join(webFolder, file)), { level: 9 }).length;
const total = async (files: string[]) =>
  (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);

const rows: { what: string; size: number; budget: number }[] = [];
for (const { path, modules } of [...publicPages, ...drawnPages]) {
  const size = await total(scriptsOf(manifest, [ENTRY_MODULE, ...modules]));
  rows.push({
    what: `${path} script`,
    size,
    budget: path === '/' ? LANDING_SCRIPT_BUDGET : SCRIPT_BUDGET,
  });
}
const landing = publicPages.find(({ path }) => path === '/');
const firstView = [
  'pages/en/landing.html',
  'art/hero-farm.svg',
  'favicon.svg',
  stylesOf(manifest, [ENTRY_MODULE, ...(landing?.modules ?? [])]),
  ...(manifest[ENTRY_MODULE]?.assets ?? []),
  ...scriptsOf(manifest, [ENTRY_MODULE, ...(landing?.modules ?? [])]),
];
rows.push({ what: '/ first view', size: await total(firstView), budget: LANDING_VIEW_BUDGET });

const known = await filesToKeep(webFolder);
const offlineModules = Object.keys(manifest).filter((name) => OFFLINE_MODULES.test(name));
const offlineFiles = offlineModules
  .flatMap((name) => manifest[name]?.file ?? [])
  .map((file) => `/${file}`);
rows.push({
  what: 'worker and queue',
  size: await gzippedBytes(webFolder, [SERVICE_WORKER_PATH, ...offlineFiles]),
  budget: OFFLINE_BUDGET,
});
for (const set of screenSets) {
  const files = new Set([...known.core, ...known.screens.everyone, ...known.screens[set]]);
  rows.push({
    what: `cached for ${set}`,
    size: await gzippedBytes(webFolder, [...files]),
    budget: KEPT_MAX_BYTES[set],
  });
}

for (const { what, size, budget } of rows) {
  const kilobytes = (size / KILOBYTE).toFixed(1).padStart(7);
  console.log(
    `${what.padEnd(28)}${kilobytes} kB of ${budget / KILOBYTE}${size > budget ? '  TOO MUCH' : ''}`,
  );
}
if (rows.some(({ size, budget }) => size > budget)) process.exitCode = 1;
