import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { languages } from '#rules/language.ts';
import { type RouteName, routeNames, routes } from '#rules/routes.ts';
import {
  type ScreenSet,
  screenSets,
  type WorkerPage,
  workerPagePath,
  workerPages,
} from '#rules/service-worker.ts';

type ManifestEntry = {
  file: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  dynamicImports?: string[];
  isEntry?: boolean;
};
export type Manifest = Record<string, ManifestEntry>;

export async function readManifest(webFolder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(webFolder, '.vite', 'manifest.json'), 'utf8'));
}

/** Each once, imported entries first. */
function entriesOf(manifest: Manifest, modules: readonly string[]): ManifestEntry[] {
  const entries: ManifestEntry[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const entry = manifest[name];
    if (!entry) throw new Error(`The build's manifest has no module ${name}`);
    for (const imported of entry.imports ?? []) visit(imported);
    entries.push(entry);
  };
  for (const name of modules) visit(name);
  return entries;
}

export const scriptsOf = (manifest: Manifest, modules: readonly string[]) => [
  ...new Set(entriesOf(manifest, modules).map(({ file }) => file)),
];

/**
 * The innermost layout's, which contains those of the layouts around it. `modules` are outermost
 * first.
 */
export function stylesOf(manifest: Manifest, modules: readonly string[]) {
  const [styles] = entriesOf(manifest, modules)
    .flatMap(({ css = [] }) => css)
    .slice(-1);
  if (!styles) throw new Error(`The build has no stylesheet for ${modules.join(', ')}`);
  return styles;
}

export const ENTRY_MODULE = 'index.html';
export const LOADER_MODULE = 'app/web/load-scripts.ts';
export const MARKET_STYLES = 'app/web/market.css';
export const OFFER_STYLES = 'app/web/offers.css';
export const PRICE_STYLES = 'app/web/prices.css';

/** `modules`: outermost first. */
export type BuiltPage = { path: string; name: string; modules: string[] };

export const SCREENS_MODULE = 'app/web/routes/screens.tsx';

export const screenModules: Record<RouteName, string> = {
  landing: 'app/web/landing/landing-page.tsx',
  terms: 'app/web/legal-pages.tsx',
  privacy: 'app/web/legal-pages.tsx',
  signup: 'app/web/routes/signup.tsx',
  login: 'app/web/routes/login.tsx',
  signupFarmer: 'app/web/routes/signup-farmer.tsx',
  loginFarmer: 'app/web/routes/login.tsx',
  forgotPassword: 'app/web/routes/forgot-password.tsx',
  notifications: 'app/web/routes/notifications.tsx',
  noticeSettings: 'app/web/routes/notifications.tsx',
  lots: 'app/web/routes/lots.tsx',
  lot: 'app/web/routes/lots.tsx',
  standingOrders: 'app/web/routes/order.tsx',
  waiting: 'app/web/routes/pending.tsx',
  messages: 'app/web/routes/messages.tsx',
  conversation: 'app/web/routes/messages.tsx',
  agent: 'app/web/routes/agent.tsx',
  phoneLink: 'app/web/routes/from-outside.tsx',
  market: 'app/web/routes/market.tsx',
  product: 'app/web/routes/product.tsx',
  farm: 'app/web/routes/farm.tsx',
  farmSign: 'app/web/routes/farm.tsx',
  prices: 'app/web/routes/prices.tsx',
  cropPrices: 'app/web/routes/crop-prices.tsx',
  cart: 'app/web/routes/cart.tsx',
  buyerDashboard: 'app/web/routes/buyer-dashboard.tsx',
  checkout: 'app/web/routes/checkout.tsx',
  order: 'app/web/routes/order.tsx',
  farmerDashboard: 'app/web/routes/farmer-dashboard.tsx',
  desk: 'app/web/routes/desk.tsx',
  start: 'app/web/routes/from-outside.tsx',
};

const builtPage = (name: RouteName): BuiltPage => ({
  path: routes[name].path,
  name,
  // Pages that need no server load without that layout.
  modules: /^app\/web\/routes\//.test(screenModules[name])
    ? [SCREENS_MODULE, screenModules[name]]
    : [screenModules[name]],
});

export const publicPages: BuiltPage[] = routeNames
  .filter((name) => routes[name].html === 'prerendered')
  .map(builtPage);

/** The server writes the head of all but the market's. */
export const MARKET_PAGE = builtPage('market');
export const PRODUCT_PAGE = builtPage('product');
export const FARM_PAGE = builtPage('farm');
export const PRICE_PAGES = [builtPage('prices'), builtPage('cropPrices')];

export const drawnRoutes = routeNames.filter((name) => routes[name].html !== 'prerendered');
export const drawnPages: BuiltPage[] = drawnRoutes.map(builtPage);

export const NOT_FOUND_PAGE: BuiltPage = { path: '/404', name: 'notFound', modules: [] };
export const SHELL_NAME = 'app' satisfies WorkerPage;
export const OFFLINE_NAME = 'offline' satisfies WorkerPage;

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
  'features/market/web/farm-sign-page.tsx',
  'features/messages/web/report-dialog.tsx',
  'features/prices/web/price-alert-form.tsx',
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

/**
 * The files that the service worker caches: for each set of screens, everything that its routes
 * import, statically or dynamically.
 */
export async function filesToKeep(webFolder: string): Promise<FilesToKeep> {
  const manifest = await readManifest(webFolder);
  const firstModules = [ENTRY_MODULE, LOADER_MODULE, SCREENS_MODULE];
  const core = [
    ...languages.flatMap((language) => workerPages.map((page) => workerPagePath(page, language))),
    `/${stylesOf(manifest, firstModules)}`,
    ...(manifest[ENTRY_MODULE]?.assets ?? []).map((file) => `/${file}`),
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
function modulesOf(set: ScreenSet) {
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
) {
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

async function gzippedBytes(webFolder: string, paths: readonly string[]) {
  const contents = await Promise.all(paths.map((path) => readFile(builtFile(webFolder, path))));
  return contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0);
}

async function art(webFolder: string) {
  const paths = await Promise.all(
    ART_FOLDERS.map(async (folder) => {
      const names = await readdir(join(webFolder, folder));
      return names.filter((name) => name.endsWith('.svg')).map((name) => `/${folder}/${name}`);
    }),
  );
  return paths.flat().sort();
}

export function builtFile(webFolder: string, path: string) {
  const [, , language = '', page = ''] = path.split('/');
  return join(webFolder, path.startsWith('/worker/') ? `pages/${language}/${page}.html` : path);
}
