import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '#platform/rules/language.ts';
import { routes } from '#platform/rules/routes.ts';
import {
  type ScreenSet,
  screenSets,
  workerPagePath,
  workerPages,
} from '#platform/rules/service-worker.ts';
import {
  ENTRY_MODULE,
  LOADER_MODULE,
  type Manifest,
  readManifest,
  scriptsOf,
  stylesOf,
} from './built-pages.ts';
import { drawnRoutes, publicPages, SCREENS_MODULE, screenModules } from './built-pages.ts';

/*
 * The files that the service worker caches: for each set of screens, everything that its routes
 * import, statically or dynamically.
 */

/**
 * Larger dynamic parts (gzipped) are not cached in advance: the map and its outlines, a third of a
 * visitor's download. Without them, forms offer the phone's position and lists of places.
 */
const PART_MAX_BYTES = 30_000;

export const ONLINE_PARTS = [
  'features/notifications/web/notice-settings.tsx',
  'features/accounts/web/settings/key-list.tsx',
  'features/orders/web/payments/linked-order.tsx',
  'features/lots/web/ask-form.tsx',
  'features/webhooks/web/webhook-list.tsx',
];

/** Every page requests them, in browsers that support SVG icons. */
const SITE_FILES = ['/favicon.svg', '/manifest.webmanifest'];
const ART_FOLDERS = ['art/empty', 'art/moments'];

/**
 * `screens`: a role's list contains only its additions to the public screens. `written`: scripts
 * that the HTML of built pages does not name because they load later.
 */
export type FilesToKeep = {
  core: string[];
  screens: Record<ScreenSet, string[]>;
  written: string[];
};

export async function filesToKeep(webFolder: string): Promise<FilesToKeep> {
  const manifest = await readManifest(webFolder);
  const firstModules = [ENTRY_MODULE, LOADER_MODULE, SCREENS_MODULE];
  const core = [
    ...languages.flatMap((language) => workerPages.map((page) => workerPagePath(page, language))),
    `/${stylesOf(manifest, firstModules)}`,
    ...(manifest[SCREENS_MODULE]?.assets ?? []).map((file) => `/${file}`),
    ...scriptsOf(manifest, firstModules).map((file) => `/${file}`),
    '/art/empty/offline.svg',
    ...SITE_FILES,
  ];
  const largeParts = await findLargeParts(webFolder, manifest);
  const known = new Set(core);
  const screens = {} as Record<ScreenSet, string[]>;
  for (const set of screenSets) {
    const scripts = reachableScripts(manifest, [...firstModules, ...modulesOf(set)], largeParts);
    screens[set] = scripts.filter((path) => !known.has(path));
    if (set === 'everyone') for (const path of scripts) known.add(path);
  }
  screens.everyone.push(...(await art(webFolder)).filter((path) => !known.has(path)));
  const pages = publicPages.flatMap(({ modules }) => modules);
  const written = reachableScripts(manifest, pages, largeParts).filter((path) => !known.has(path));
  return { core, screens, written };
}

/** Includes the public screens, because a role's parts may load them. */
function modulesOf(set: ScreenSet): string[] {
  const audiences: readonly string[] =
    set === 'everyone' ? ['everyone'] : ['everyone', 'user', set];
  return drawnRoutes
    .filter((name) => audiences.includes(routes[name].audience))
    .map((name) => screenModules[name]);
}

async function findLargeParts(webFolder: string, manifest: Manifest): Promise<Set<string>> {
  const parts = new Set(
    Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports),
  );
  const sized = [...parts].map(async (name) => ({
    name,
    size: await gzippedBytes(webFolder, [`/${manifest[name]?.file}`]),
  }));
  return new Set(
    (await Promise.all(sized)).filter(({ size }) => size > PART_MAX_BYTES).map(({ name }) => name),
  );
}

/** Except through other screens and parts that are not cached. */
function reachableScripts(
  manifest: Manifest,
  modules: readonly string[],
  largeParts: ReadonlySet<string>,
): string[] {
  const leftOut = new Set([...largeParts, ...ONLINE_PARTS, ...Object.values(screenModules)]);
  const found = new Set(modules);
  for (const name of found) {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {};
    for (const imported of [...imports, ...dynamicImports.filter((part) => !leftOut.has(part))])
      found.add(imported);
  }
  return [
    ...new Set([...found].flatMap((name) => (manifest[name] ? `/${manifest[name].file}` : []))),
  ];
}

async function gzippedBytes(webFolder: string, paths: readonly string[]): Promise<number> {
  const contents = await Promise.all(paths.map((path) => readFile(builtFile(webFolder, path))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
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

export function builtFile(webFolder: string, path: string): string {
  const [, , language = '', page = ''] = path.split('/');
  return join(webFolder, path.startsWith('/worker/') ? `pages/${language}/${page}.html` : path);
}
