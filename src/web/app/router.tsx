import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { dashboardSearch } from '#web/features/dashboard/dashboard-search.ts';
import { readMarketSearch } from '#web/features/market/market-search.ts';
import { readBuyerTab } from './buyer-dashboard/buyer-tab.ts';
import { NotFound } from './routes/not-found.tsx';
import { PageError } from './routes/page-error.tsx';
import { PagePending } from './routes/page-pending.tsx';
import { Root } from './routes/root.tsx';

/** Without a network a screen waits for it: the router would ask for the whole page anew, which the browser then cannot show. */
const lazyScreen: typeof lazyRouteComponent = (load, name) => {
  const loadOnceOnline: typeof load = () =>
    load().catch((error) => {
      if (navigator.onLine) throw error;
      return new Promise((resolve) => addEventListener('online', resolve, { once: true })).then(load);
    });
  return lazyRouteComponent(loadOnceOnline, name);
};

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyScreen(() => import('./routes/landing.tsx'), 'LandingRoute'),
  staticData: { title: m.landingTitle },
});
const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  component: lazyScreen(() => import('./routes/terms.tsx'), 'TermsRoute'),
  staticData: { title: m.termsTitle },
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  component: lazyScreen(() => import('./routes/privacy.tsx'), 'PrivacyRoute'),
  staticData: { title: m.privacyTitle },
});

/** Everything that talks to the server: its client, cache and toasts are loaded with these screens, not with the pages above. */
const screens = createRoute({
  getParentRoute: () => root,
  id: 'screens',
  component: lazyScreen(() => import('./routes/screens.tsx'), 'ScreensLayout'),
});

/** Where a login leads to afterwards; the login screen decides whether it is a place of ours. */
const withReturnPath = ({ redirect }: Record<string, unknown>): { redirect?: string } =>
  typeof redirect === 'string' ? { redirect } : {};

const signup = createRoute({
  getParentRoute: () => screens,
  path: '/signup',
  component: lazyScreen(() => import('./routes/signup.tsx'), 'SignupRoute'),
  staticData: { title: m.buyerSignupPageTitle },
});
const login = createRoute({
  getParentRoute: () => screens,
  path: '/login',
  validateSearch: withReturnPath,
  component: lazyScreen(() => import('./routes/login.tsx'), 'LoginRoute'),
  staticData: { title: m.buyerLoginPageTitle },
});
const signupFarmer = createRoute({
  getParentRoute: () => screens,
  path: '/signupFarmer',
  component: lazyScreen(() => import('./routes/signup-farmer.tsx'), 'SignupFarmerRoute'),
  staticData: { title: m.farmerSignupPageTitle },
});
const loginFarmer = createRoute({
  getParentRoute: () => screens,
  path: '/loginF',
  validateSearch: withReturnPath,
  component: lazyScreen(() => import('./routes/login-farmer.tsx'), 'LoginFarmerRoute'),
  staticData: { title: m.farmerLoginPageTitle },
});
const forgotPassword = createRoute({
  getParentRoute: () => screens,
  path: '/forgot-password',
  component: lazyScreen(() => import('./routes/forgot-password.tsx'), 'ForgotPasswordRoute'),
  staticData: { title: m.forgotPasswordPageTitle },
});
const market = createRoute({
  getParentRoute: () => screens,
  path: '/market',
  validateSearch: readMarketSearch,
  component: lazyScreen(() => import('./routes/market.tsx'), 'MarketRoute'),
  staticData: { title: m.marketPageTitle },
});
const product = createRoute({
  getParentRoute: () => screens,
  path: '/market/$productId',
  params: {
    // What is no number is no product: the page says so.
    parse: ({ productId }) => ({ productId: Number(productId) }),
    stringify: ({ productId }) => ({ productId: String(productId) }),
  },
  component: lazyScreen(() => import('./routes/product.tsx'), 'ProductRoute'),
  staticData: { title: m.marketPageTitle },
});
const buyerDashboard = createRoute({
  getParentRoute: () => screens,
  path: '/buyer-dashboard',
  validateSearch: (raw: Record<string, unknown>) => ({ ...readMarketSearch(raw), ...readBuyerTab(raw) }),
  component: lazyScreen(() => import('./routes/buyer-dashboard.tsx'), 'BuyerDashboardRoute'),
  staticData: { title: m.buyerDashboardPageTitle },
});
const checkout = createRoute({
  getParentRoute: () => screens,
  path: '/checkout',
  component: lazyScreen(() => import('./routes/checkout.tsx'), 'CheckoutRoute'),
  staticData: { title: m.checkoutPageTitle },
});
const order = createRoute({
  getParentRoute: () => screens,
  path: '/orders/$orderId',
  params: {
    // What is no number is no order: the page says so.
    parse: ({ orderId }) => ({ orderId: Number(orderId) }),
    stringify: ({ orderId }) => ({ orderId: String(orderId) }),
  },
  component: lazyScreen(() => import('./routes/order.tsx'), 'OrderRoute'),
  staticData: { title: m.orderPageTitle },
});
const farmerDashboard = createRoute({
  getParentRoute: () => screens,
  path: '/farmer/dashboard',
  validateSearch: dashboardSearch,
  component: lazyScreen(() => import('./routes/farmer-dashboard.tsx'), 'FarmerDashboardRoute'),
  staticData: { title: m.farmerDashboardPageTitle },
});
const demoUi = createRoute({
  getParentRoute: () => screens,
  path: '/demo/ui',
  component: lazyScreen(() => import('./routes/demo-ui.tsx'), 'DemoUiRoute'),
  staticData: { title: m.demoUiPageTitle },
});

const routeTree = root.addChildren([
  landing,
  terms,
  privacy,
  screens.addChildren([
    signup,
    login,
    signupFarmer,
    loginFarmer,
    forgotPassword,
    market,
    product,
    buyerDashboard,
    checkout,
    order,
    farmerDashboard,
    demoUi,
  ]),
]);

const PENDING_MILLISECONDS = 300;

/** The browser's own history unless another is given (the build renders pages without a browser). */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    // On the server this would put an inline script into the page, which the content security policy refuses.
    scrollRestoration: history === undefined,
    // The page's smooth scrolling is for its own anchors; another page starts at its top at once.
    scrollRestorationBehavior: 'instant',
    defaultPreload: 'intent',
    defaultPendingMs: PENDING_MILLISECONDS,
    defaultPendingMinMs: PENDING_MILLISECONDS,
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFound,
  });

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
