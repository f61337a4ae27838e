import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ENTRY_MODULE, readManifest, scriptsOf } from './manifest.ts';
import { drawnPages, publicPages } from './pages.ts';

// `npm run size`: the first JavaScript of each route, and the landing page's whole first view, gzipped. Fails past a budget.
const KILOBYTE = 1000;
const LANDING_SCRIPT_BUDGET = 120 * KILOBYTE;
const LANDING_VIEW_BUDGET = 150 * KILOBYTE;
const SCRIPT_BUDGET = 160 * KILOBYTE;

const webFolder = fileURLToPath(new URL('../../dist/web', import.meta.url));
const manifest = await readManifest(webFolder);
const sizeOf = async (file: string) => gzipSync(await readFile(join(webFolder, file)), { level: 9 }).length;
const total = async (files: string[]) => (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0);

const rows: { what: string; size: number; budget: number }[] = [];
for (const { path, modules } of [...publicPages, ...drawnPages]) {
  const size = await total(scriptsOf(manifest, [ENTRY_MODULE, ...modules]));
  rows.push({ what: `${path} script`, size, budget: path === '/' ? LANDING_SCRIPT_BUDGET : SCRIPT_BUDGET });
}
const landing = publicPages.find(({ path }) => path === '/');
const firstView = [
  'pages/en/landing.html',
  'art/hero-farm.svg',
  'favicon.svg',
  ...(manifest[ENTRY_MODULE]?.css ?? []),
  ...scriptsOf(manifest, [ENTRY_MODULE, ...(landing?.modules ?? [])]),
];
rows.push({ what: '/ first view', size: await total(firstView), budget: LANDING_VIEW_BUDGET });

for (const { what, size, budget } of rows) {
  const kilobytes = (size / KILOBYTE).toFixed(1).padStart(7);
  console.log(`${what.padEnd(28)}${kilobytes} kB of ${budget / KILOBYTE}${size > budget ? '  TOO MUCH' : ''}`);
}
if (rows.some(({ size, budget }) => size > budget)) process.exitCode = 1;
