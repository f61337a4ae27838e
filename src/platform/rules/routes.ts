import type { Role } from './role.ts';

type Route = {
  /** As the router writes it: `$name` stands for a part that differs from page to page. */
  path: string;
  /**
   * Who may see it; a 'user' is logged in, as buyer or farmer. Nobody else's browser shows it; the
   * data behind it is guarded by the server.
   */
  audience: 'everyone' | 'user' | Role;
  /**
   * 'prerendered': the build writes the whole page. 'rendered': the server renders it with its
   * data. 'shell': the browser renders it.
   */
  html: 'prerendered' | 'rendered' | 'shell';
  /** 'listed' in the sitemap, 'allowed', or 'disallowed' by robots.txt. */
  crawlers: 'listed' | 'allowed' | 'disallowed';
};

const publicPage = { audience: 'everyone', html: 'prerendered', crawlers: 'listed' } as const;

/**
 * Every page of the application. The router, the server, the build's prerendering, the sitemap and
 * robots.txt read this one list.
 */
export const routes = {
  landing: { path: '/', ...publicPage },
  terms: { path: '/terms', ...publicPage },
  privacy: { path: '/privacy', ...publicPage },
  signup: { path: '/signup', ...publicPage },
  login: { path: '/login', ...publicPage },
  signupFarmer: { path: '/signupFarmer', ...publicPage },
  loginFarmer: { path: '/loginF', ...publicPage },
  forgotPassword: { path: '/forgot-password', ...publicPage },
  market: { path: '/market', audience: 'everyone', html: 'rendered', crawlers: 'listed' },
  product: {
    path: '/market/$productId',
    audience: 'everyone',
    html: 'rendered',
    crawlers: 'allowed',
  },
  farm: { path: '/farm/$farmId', audience: 'everyone', html: 'rendered', crawlers: 'allowed' },
  prices: { path: '/prices', audience: 'everyone', html: 'rendered', crawlers: 'listed' },
  cropPrices: {
    path: '/prices/$crop',
    audience: 'everyone',
    html: 'rendered',
    crawlers: 'allowed',
  },
  cart: { path: '/cart', audience: 'everyone', html: 'shell', crawlers: 'allowed' },
  buyerDashboard: {
    path: '/buyer-dashboard',
    audience: 'buyer',
    html: 'shell',
    crawlers: 'disallowed',
  },
  checkout: { path: '/checkout', audience: 'buyer', html: 'shell', crawlers: 'allowed' },
  order: { path: '/orders/$orderId', audience: 'buyer', html: 'shell', crawlers: 'allowed' },
  farmerDashboard: {
    path: '/farmer/dashboard',
    audience: 'farmer',
    html: 'shell',
    crawlers: 'disallowed',
  },
  notifications: {
    path: '/notifications',
    audience: 'user',
    html: 'shell',
    crawlers: 'disallowed',
  },
  waiting: { path: '/waiting', audience: 'user', html: 'shell', crawlers: 'disallowed' },
  messages: { path: '/messages', audience: 'user', html: 'shell', crawlers: 'disallowed' },
  conversation: {
    path: '/messages/$conversationId',
    audience: 'user',
    html: 'shell',
    crawlers: 'allowed',
  },
  agent: { path: '/agent', audience: 'user', html: 'shell', crawlers: 'disallowed' },
  phoneLink: { path: '/phone', audience: 'everyone', html: 'shell', crawlers: 'disallowed' },
  /** Where the installed application opens; it leads on. */
  start: { path: '/start', audience: 'everyone', html: 'shell', crawlers: 'disallowed' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
export const routeNames = Object.keys(routes) as RouteName[];

/** Where each role logs in, and where its login leads. */
export const loginPaths = {
  buyer: routes.login.path,
  farmer: routes.loginFarmer.path,
} as const satisfies Record<Role, string>;
export const dashboardPaths = {
  buyer: routes.buyerDashboard.path,
  farmer: routes.farmerDashboard.path,
} as const satisfies Record<Role, string>;

/**
 * The address of a link that logs a farmer in on a phone. Its token is in the fragment, which is
 * sent to no server.
 */
export const phoneLinkPath = (token: string): string => `${routes.phoneLink.path}#${token}`;

/** The route whose page an address shows; null where there is none. */
export function findRoute(path: string): RouteName | null {
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path);
  return routeNames.find((name) => matches(routes[name].path)) ?? null;
}
