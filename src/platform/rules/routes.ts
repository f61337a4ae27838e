type Route = {
  /** `$name` is a variable part. */
  path: string;
  /**
   * 'user' means any logged-in buyer or farmer. This only hides pages; the server protects the
   * data.
   */
  audience: 'everyone' | 'user' | 'operator' | Role;
  /**
   * 'prerendered': by the build. 'rendered': by the server, with its data. 'shell': by the browser.
   */
  html: 'prerendered' | 'rendered' | 'shell';
  /** 'listed': in the sitemap. 'disallowed': blocked by robots.txt. 'allowed': neither. */
  crawlers: 'listed' | 'allowed' | 'disallowed';
};

const publicPage = { audience: 'everyone', html: 'prerendered', crawlers: 'listed' } as const;

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
  farmSign: {
    path: '/farm/$farmId/sign',
    audience: 'everyone',
    html: 'shell',
    crawlers: 'allowed',
  },
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
  standingOrders: {
    path: '/standing-orders',
    audience: 'buyer',
    html: 'shell',
    crawlers: 'disallowed',
  },
  lots: { path: '/lots', audience: 'everyone', html: 'shell', crawlers: 'allowed' },
  lot: { path: '/lots/$lotId', audience: 'everyone', html: 'shell', crawlers: 'allowed' },
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
  noticeSettings: {
    path: '/notifications/settings',
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
  desk: { path: '/desk', audience: 'operator', html: 'shell', crawlers: 'disallowed' },
  /** The start page of the installed application, which redirects. */
  start: { path: '/start', audience: 'everyone', html: 'shell', crawlers: 'disallowed' },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
export const routeNames = Object.keys(routes) as RouteName[];

export const DEVELOPERS_PATH = '/developers';

export const loginPaths = {
  buyer: routes.login.path,
  farmer: routes.loginFarmer.path,
} as const satisfies Record<Role, string>;
export const dashboardPaths = {
  buyer: routes.buyerDashboard.path,
  farmer: routes.farmerDashboard.path,
} as const satisfies Record<Role, string>;

/** The token is in the fragment, which browsers don't send to any server. */
export const phoneLinkPath = (token: string) => `${routes.phoneLink.path}#${token}`;

export function findRoute(path: string): RouteName | null {
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path);
  return routeNames.find((name) => matches(routes[name].path)) ?? null;
}

/** Ignores letter case and a slash at the end. */
export function meantPath(path: string) {
  const given = path.replace(/\/+$/, '').split('/');
  const segments = [...routeNames.map((name) => routes[name].path), DEVELOPERS_PATH]
    .map((pattern) => pattern.split('/'))
    .find(
      (wanted) =>
        wanted.length === given.length &&
        wanted.every(
          (segment, at) =>
            segment.startsWith('$') || segment.toLowerCase() === given[at]?.toLowerCase(),
        ),
    );
  return (
    segments?.map((segment, at) => (segment.startsWith('$') ? given[at] : segment)).join('/') ??
    null
  );
}

export const PAGE_DATA = 'page-data';
