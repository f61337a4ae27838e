import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RouteName, routeNames, routes } from '#platform/rules/routes.ts';
import type { WorkerPage } from '#platform/rules/service-worker.ts';

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

export const scriptsOf = (manifest: Manifest, modules: readonly string[]): string[] => [
  ...new Set(entriesOf(manifest, modules).map(({ file }) => file)),
];

/**
 * The innermost layout's, which contains those of the layouts around it. `modules` are outermost
 * first.
 */
export function stylesOf(manifest: Manifest, modules: readonly string[]): string {
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
  terms: 'app/web/legal/terms-page.tsx',
  privacy: 'app/web/legal/privacy-page.tsx',
  signup: 'app/web/routes/signup.tsx',
  login: 'app/web/routes/login.tsx',
  signupFarmer: 'app/web/routes/signup-farmer.tsx',
  loginFarmer: 'app/web/routes/login.tsx',
  forgotPassword: 'app/web/routes/forgot-password.tsx',
  notifications: 'app/web/routes/notifications.tsx',
  noticeSettings: 'app/web/routes/notification-settings.tsx',
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
