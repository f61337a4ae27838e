import { type RouteName, routeNames, routes } from '#shared/routes.ts';
import type { WorkerPage } from '#shared/service-worker.ts';

/** A page that the build writes: its path, its file's name, and the modules of its route, outermost first. */
export type BuiltPage = { path: string; name: string; modules: string[] };

/** The layout of the screens that talk to the server. */
export const SCREENS_MODULE = 'app/routes/screens.tsx';

/** The module that the router loads for each route. */
export const screenModules: Record<RouteName, string> = {
  landing: 'features/landing/landing-page.tsx',
  terms: 'features/legal/terms-page.tsx',
  privacy: 'features/legal/privacy-page.tsx',
  signup: 'app/routes/signup.tsx',
  login: 'app/routes/login.tsx',
  signupFarmer: 'app/routes/signup-farmer.tsx',
  loginFarmer: 'app/routes/login.tsx',
  forgotPassword: 'app/routes/forgot-password.tsx',
  notifications: 'app/routes/notifications.tsx',
  waiting: 'app/routes/waiting.tsx',
  messages: 'app/routes/messages.tsx',
  conversation: 'app/routes/messages.tsx',
  agent: 'app/routes/agent.tsx',
  phoneLink: 'app/routes/phone-link.tsx',
  market: 'app/routes/market.tsx',
  product: 'app/routes/product.tsx',
  farm: 'app/routes/farm.tsx',
  prices: 'app/routes/prices.tsx',
  cropPrices: 'app/routes/crop-prices.tsx',
  cart: 'app/routes/cart.tsx',
  buyerDashboard: 'app/routes/buyer-dashboard.tsx',
  checkout: 'app/routes/checkout.tsx',
  order: 'app/routes/order.tsx',
  farmerDashboard: 'app/routes/farmer-dashboard.tsx',
  start: 'app/routes/shared-photos.tsx',
};

const builtPage = (name: RouteName): BuiltPage => ({
  path: routes[name].path,
  name,
  // What needs no server is loaded without the layout of the screens that do.
  modules: screenModules[name].startsWith('features/') ? [screenModules[name]] : [SCREENS_MODULE, screenModules[name]],
});

/** The pages that can be read without JavaScript, and that search engines may know. */
export const publicPages: BuiltPage[] = routeNames.filter((name) => routes[name].html === 'prerendered').map(builtPage);

/** These draw themselves, but have a head of their own for search engines and chats. All but the market's are written by the server. */
export const MARKET_PAGE = builtPage('market');
export const PRODUCT_PAGE = builtPage('product');
export const FARM_PAGE = builtPage('farm');
export const PRICE_PAGES = [builtPage('prices'), builtPage('cropPrices')];

/** Pages that the browser draws. */
export const drawnRoutes = routeNames.filter((name) => routes[name].html !== 'prerendered');
export const drawnPages: BuiltPage[] = drawnRoutes.map(builtPage);

export const NOT_FOUND_PAGE: BuiltPage = { path: '/404', name: 'notFound', modules: [] };
export const SHELL_NAME = 'app' satisfies WorkerPage;
export const OFFLINE_NAME = 'offline' satisfies WorkerPage;
