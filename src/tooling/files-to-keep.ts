import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '#shared/language.ts';
import { workerPagePath, workerPages } from '#shared/service-worker.ts';
import { EARLY_MODULE, ENTRY_MODULE, type Manifest, readManifest, scriptsOf } from './manifest.ts';

/*
 * The files with which the service worker opens the application without a line: the shell, the screens that people need there, and all that
 * these load by and by. They are not kept in advance where they are large or of no use without a line; once seen, they are kept all the same.
 */

/**
 * The screens, as the build names their modules. The checkout's form, the inbox and the prices of a single crop are kept once they were
 * seen: there is no room for all, and the form places nothing without a line.
 */
const SCREENS = [
  'app/routes/market.tsx',
  'app/routes/product.tsx',
  'app/routes/prices.tsx',
  'app/routes/cart.tsx',
  'app/routes/checkout.tsx',
  'app/routes/order.tsx',
  'app/routes/buyer-dashboard.tsx',
  'app/routes/farmer-dashboard.tsx',
  'app/routes/messages.tsx',
  'app/routes/notifications.tsx',
  'app/routes/waiting.tsx',
  'app/waiting/waiting-page.tsx',
  'app/waiting/queue-parts.tsx',
  'features/products/products-tab.tsx',
  'features/inventory/inventory-tab.tsx',
  'features/orders/farmer/orders-tab.tsx',
  'features/orders/buyer/orders-tab.tsx',
  'features/camera/camera-overlay.tsx',
  'features/orders/buyer/order-view.tsx',
  'features/messages/messages-page.tsx',
  'features/market/market-browser.tsx',
  'features/cart/cart-view.tsx',
  'app/shell/offline-screen.tsx',
  'app/updates/keep-app.ts',
  'app/updates/update-notice.tsx',
];

/** Maps, and what needs the server anyway: changing an account, filters, searching for places, notifications, recording a voice. */
const LEFT_OUT = new RegExp(
  [
    'features/(location|codes|landing|legal|ui-specimens)/|features/.+/(filter|place)[-\\w]*\\.',
    '(profile|settings|payments)-tab\\.|(push-device|start-checklist|new-order-sound|voice-recorder|voice-player)\\.',
    '(phone-link-dialog|phone-links|session-list|order-again|ask-for-push|report-dialog|price-alert-form|farm-reviews)\\.',
  ].join('|'),
);

/** What every page asks for, in browsers that show drawn icons. */
const SITE_FILES = ['/favicon.svg', '/manifest.webmanifest'];
const ART_FOLDERS = ['art/empty', 'art/moments'];

/** What of the screens is left out if all together would be more than may be kept in advance: the largest parts. */
export const KEPT_MAX_BYTES = 400_000;
/** Room for what changes from one build to the next without anybody looking. */
const PARTS_MAX_BYTES = KEPT_MAX_BYTES - 5000;

/**
 * `core`: what a page without a line needs at least. `rest`: the screens, all of them, and of the parts that they load later as many as there is
 * room for. Both as paths of the site.
 */
export async function filesToKeep(webFolder: string): Promise<{ core: string[]; rest: string[] }> {
  const manifest = await readManifest(webFolder);
  const scripts = (modules: string[]) => scriptsOf(manifest, modules).map((file) => `/${file}`);
  const pages = languages.flatMap((language) => workerPages.map((page) => workerPagePath(page, language)));
  const styles = (manifest[ENTRY_MODULE]?.css ?? []).map((file) => `/${file}`);
  const core = new Set([
    ...pages,
    ...styles,
    ...scripts([ENTRY_MODULE, EARLY_MODULE, 'app/routes/screens.tsx']),
    '/art/empty/offline.svg',
    ...SITE_FILES,
  ]);
  const screens = SCREENS.filter((name) => manifest[name]);
  const kept = new Set([...core, ...scripts(screens)]);
  const drawings = await art(webFolder);
  let bytes = await gzippedBytes(webFolder, [...kept, ...drawings]);
  const parts = partsOf(manifest, [ENTRY_MODULE, ...screens]).filter((path) => !kept.has(path));
  const sized = await Promise.all(parts.map(async (path) => ({ path, size: await gzippedBytes(webFolder, [path]) })));
  // The small ones first, because a screen misses each of them alike.
  for (const { path, size } of sized.toSorted((a, b) => a.size - b.size)) {
    bytes += size;
    if (bytes <= PARTS_MAX_BYTES) kept.add(path);
  }
  // The drawings last, which says that all the others are there.
  return { core: [...core], rest: [...kept, ...drawings].filter((path) => !core.has(path)) };
}

/** The size of files as they are sent to a browser. */
export async function gzippedBytes(webFolder: string, paths: readonly string[]): Promise<number> {
  const contents = await Promise.all(paths.map((path) => readFile(builtFile(webFolder, path))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
}

/** The scripts that these modules load later, and those that these load in their turn. */
function partsOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  let next = [...modules];
  while (next.length > 0) {
    const later: string[] = [];
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      const { file, imports = [], dynamicImports = [] } = manifest[name] ?? { file: '' };
      for (const imported of imports) visit(imported);
      files.add(`/${file}`);
      // The entry loads every screen there is.
      later.push(...dynamicImports.filter((module) => !module.startsWith('app/routes/') && !LEFT_OUT.test(module)));
    };
    for (const name of next) visit(name);
    next = later;
  }
  return [...files];
}

async function art(webFolder: string): Promise<string[]> {
  const paths = await Promise.all(
    ART_FOLDERS.map(async (folder) => {
      const names = await readdir(join(webFolder, folder));
      return names.filter((name) => name.endsWith('.svg')).map((name) => `/${folder}/${name}`);
    }),
  );
  return paths.flat().sort();
}

/** Where the file of a path lies in the build. */
export function builtFile(webFolder: string, path: string): string {
  const [, , language = '', page = ''] = path.split('/');
  return join(webFolder, path.startsWith('/worker/') ? `pages/${language}/${page}.html` : path);
}
