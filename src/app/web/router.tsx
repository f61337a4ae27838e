/* One file because the types of all links come from the single tree at its end. */

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import {
  readFarmSearch,
  readMarketSearch,
  readPricesSearch,
} from '#market/web/list/market-search.ts';
import { routes } from '#rules/routes.ts';
import { m } from '#text';
import { dashboardSearch } from '#web/dashboard-search.ts';
import { readSession, requireLogin, requireRole } from '#web/session.ts';
import {
  readAgain,
  readAsked,
  readBuyerTab,
  readSigned,
  readStart,
  readStep,
  withReturnPath,
} from './route-search.ts';
import { NotFound, PageError, PagePending, Root } from './routes/root.tsx';

const loadLayout = () => import('./routes/screens.tsx');

/** Shows the offline screen if the code cannot be loaded offline. */
const lazyScreen: typeof lazyRouteComponent = (load, name = 'default' as never) =>
  lazyRouteComponent(
    () =>
      load().catch((error) => {
        if (navigator.onLine) throw error;
        // The offline screen needs none of its route's data.
        return loadLayout().then(({ OfflineScreen }) => ({ [name]: OfflineScreen }) as never);
      }),
    name,
  );

const root = createRootRoute({ component: Root, notFoundComponent: NotFound });

const landing = createRoute({
  getParentRoute: () => root,
  path: routes.landing.path,
  component: lazyScreen(() => import('./landing/landing-page.tsx'), 'LandingPage'),
  staticData: { title: m.landingTitle },
});
const terms = createRoute({
  getParentRoute: () => root,
  path: routes.terms.path,
  component: lazyScreen(() => import('./legal-pages.tsx'), 'TermsPage'),
  staticData: { title: m.termsTitle },
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: routes.privacy.path,
  component: lazyScreen(() => import('./legal-pages.tsx'), 'PrivacyPage'),
  staticData: { title: m.privacyTitle },
});

/** The client, the cache and the toasts load with these, not with the pages above. */
const screens = createRoute({
  getParentRoute: () => root,
  id: 'screens',
  component: lazyScreen(loadLayout, 'ScreensLayout'),
});

const signup = createRoute({
  getParentRoute: () => screens,
  path: routes.signup.path,
  validateSearch: withReturnPath,
  component: lazyScreen(() => import('./routes/signup.tsx'), 'SignupRoute'),
  staticData: { title: m.buyerSignupPageTitle },
});
const login = createRoute({
  getParentRoute: () => screens,
  path: routes.login.path,
  validateSearch: withReturnPath,
  component: lazyScreen(() => import('./routes/login.tsx'), 'LoginRoute'),
  staticData: { title: m.buyerLoginPageTitle },
});
const signupFarmer = createRoute({
  getParentRoute: () => screens,
  path: routes.signupFarmer.path,
  validateSearch: readStep,
  component: lazyScreen(() => import('./routes/signup-farmer.tsx'), 'SignupFarmerRoute'),
  staticData: { title: m.farmerSignupPageTitle },
});
const loginFarmer = createRoute({
  getParentRoute: () => screens,
  path: routes.loginFarmer.path,
  validateSearch: withReturnPath,
  component: lazyScreen(() => import('./routes/login.tsx'), 'LoginFarmerRoute'),
  staticData: { title: m.farmerLoginPageTitle },
});
const forgotPassword = createRoute({
  getParentRoute: () => screens,
  path: routes.forgotPassword.path,
  component: lazyScreen(() => import('./routes/forgot-password.tsx'), 'ForgotPasswordRoute'),
  staticData: { title: m.forgotPasswordPageTitle },
});
const phoneLink = createRoute({
  getParentRoute: () => screens,
  path: routes.phoneLink.path,
  component: lazyScreen(() => import('./routes/from-outside.tsx'), 'PhoneLinkRoute'),
  staticData: { title: m.phoneLinkPageTitle },
});
const market = createRoute({
  getParentRoute: () => screens,
  path: routes.market.path,
  validateSearch: readMarketSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => startLoading(({ loadMarket }) => loadMarket(deps)),
  component: lazyScreen(() => import('./routes/market.tsx'), 'MarketRoute'),
  staticData: { title: m.marketPageTitle },
});
const product = createRoute({
  getParentRoute: () => screens,
  path: routes.product.path,
  params: {
    // The page itself reports an invalid id.
    parse: ({ productId }) => ({ productId: Number(productId) }),
    stringify: ({ productId }) => ({ productId: String(productId) }),
  },
  loader: ({ params }) => startLoading(({ loadProduct }) => loadProduct(params.productId)),
  component: lazyScreen(() => import('./routes/product.tsx'), 'ProductRoute'),
  staticData: { title: m.marketPageTitle },
});
const farm = createRoute({
  getParentRoute: () => screens,
  path: routes.farm.path,
  params: {
    parse: ({ farmId }) => ({ farmId: Number(farmId) }),
    stringify: ({ farmId }) => ({ farmId: String(farmId) }),
  },
  validateSearch: readFarmSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ params, deps }) => startLoading(({ loadFarm }) => loadFarm(params.farmId, deps.after)),
  component: lazyScreen(() => import('./routes/farm.tsx'), 'FarmRoute'),
  staticData: { title: m.marketPageTitle },
});
const farmSign = createRoute({
  getParentRoute: () => screens,
  path: routes.farmSign.path,
  params: {
    parse: ({ farmId }) => ({ farmId: Number(farmId) }),
    stringify: ({ farmId }) => ({ farmId: String(farmId) }),
  },
  component: lazyScreen(() => import('./routes/farm.tsx'), 'FarmSignRoute'),
  staticData: { title: m.marketPageTitle },
});
const prices = createRoute({
  getParentRoute: () => screens,
  path: routes.prices.path,
  validateSearch: readPricesSearch,
  component: lazyScreen(() => import('./routes/prices.tsx'), 'PricesRoute'),
  staticData: { title: m.pricesTitle },
});
const cropPrices = createRoute({
  getParentRoute: () => screens,
  path: routes.cropPrices.path,
  validateSearch: readPricesSearch,
  component: lazyScreen(() => import('./routes/crop-prices.tsx'), 'CropPricesRoute'),
  staticData: { title: m.pricesTitle },
});
const cart = createRoute({
  getParentRoute: () => screens,
  path: routes.cart.path,
  beforeLoad: () => {
    if (readSession('buyer'))
      throw redirect({ to: routes.buyerDashboard.path, search: { tab: 'cart' }, replace: true });
  },
  component: lazyScreen(() => import('./routes/cart.tsx'), 'CartRoute'),
  staticData: { title: m.marketPageTitle },
});
const buyerDashboard = createRoute({
  getParentRoute: () => screens,
  path: routes.buyerDashboard.path,
  beforeLoad: requireRole(routes.buyerDashboard.audience),
  validateSearch: (raw: Record<string, unknown>) => ({
    ...readMarketSearch(raw),
    ...readBuyerTab(raw),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ deps: { tab = 'browse', ...search } }) =>
    startLoading(({ loadMarket, loadBuyersOrders }) => {
      if (tab === 'browse') loadMarket(search);
      if (tab === 'orders') loadBuyersOrders();
    }),
  component: lazyScreen(() => import('./routes/buyer-dashboard.tsx'), 'BuyerDashboardRoute'),
  staticData: { title: m.buyerDashboardPageTitle },
});
const checkout = createRoute({
  getParentRoute: () => screens,
  path: routes.checkout.path,
  validateSearch: readAgain,
  beforeLoad: requireRole(routes.checkout.audience),
  loader: () => startLoading(({ loadCheckout }) => loadCheckout()),
  component: lazyScreen(() => import('./routes/checkout.tsx'), 'CheckoutRoute'),
  staticData: { title: m.checkoutPageTitle },
});
const order = createRoute({
  getParentRoute: () => screens,
  path: routes.order.path,
  params: {
    parse: ({ orderId }) => ({ orderId: Number(orderId) }),
    stringify: ({ orderId }) => ({ orderId: String(orderId) }),
  },
  validateSearch: readSigned,
  beforeLoad: (visit) => {
    if (!visit.search.signature) requireRole(routes.order.audience)(visit);
  },
  loader: ({ params }) =>
    readSession('buyer') && startLoading(({ loadOrder }) => loadOrder(params.orderId)),
  component: lazyScreen(() => import('./routes/order.tsx'), 'OrderRoute'),
  staticData: { title: m.orderPageTitle },
});
const standingOrders = createRoute({
  getParentRoute: () => screens,
  path: routes.standingOrders.path,
  beforeLoad: requireRole(routes.standingOrders.audience),
  component: lazyScreen(() => import('./routes/order.tsx'), 'StandingOrdersRoute'),
  staticData: { title: m.standingOrdersPageTitle },
});
const lots = createRoute({
  getParentRoute: () => screens,
  path: routes.lots.path,
  component: lazyScreen(() => import('./routes/lots.tsx'), 'LotsRoute'),
  staticData: { title: m.lotsTitle },
});
const lot = createRoute({
  getParentRoute: () => screens,
  path: routes.lot.path,
  params: {
    parse: ({ lotId }) => ({ lotId: Number(lotId) }),
    stringify: ({ lotId }) => ({ lotId: String(lotId) }),
  },
  component: lazyScreen(() => import('./routes/lots.tsx'), 'LotRoute'),
  staticData: { title: m.lotsTitle },
});
const farmerDashboard = createRoute({
  getParentRoute: () => screens,
  path: routes.farmerDashboard.path,
  beforeLoad: requireRole(routes.farmerDashboard.audience),
  validateSearch: dashboardSearch,
  component: lazyScreen(() => import('./routes/farmer-dashboard.tsx'), 'FarmerDashboardRoute'),
  staticData: { title: m.farmerDashboardPageTitle },
});
const notifications = createRoute({
  getParentRoute: () => screens,
  path: routes.notifications.path,
  beforeLoad: requireLogin,
  loader: () => startLoading(({ loadNotifications }) => loadNotifications()),
  component: lazyScreen(() => import('./routes/notifications.tsx'), 'NotificationsRoute'),
  staticData: { title: m.notificationsPageTitle },
});
const noticeSettings = createRoute({
  getParentRoute: () => screens,
  path: routes.noticeSettings.path,
  beforeLoad: requireLogin,
  component: lazyScreen(() => import('./routes/notifications.tsx'), 'NotificationSettingsRoute'),
  staticData: { title: m.notificationsPageTitle },
});
const waiting = createRoute({
  getParentRoute: () => screens,
  path: routes.waiting.path,
  beforeLoad: requireLogin,
  component: lazyScreen(() => import('./routes/pending.tsx'), 'PendingRoute'),
  staticData: { title: m.queueTitle },
});
const messages = createRoute({
  getParentRoute: () => screens,
  path: routes.messages.path,
  beforeLoad: requireLogin,
  validateSearch: readAsked,
  loader: () => startLoading(({ loadMessages }) => loadMessages()),
  component: lazyScreen(() => import('./routes/messages.tsx'), 'MessagesRoute'),
  staticData: { title: m.messagesPageTitle },
});
const conversation = createRoute({
  getParentRoute: () => messages,
  path: routes.conversation.path.slice(routes.messages.path.length) as '/$conversationId',
  params: {
    parse: ({ conversationId }) => ({ conversationId: Number(conversationId) }),
    stringify: ({ conversationId }) => ({ conversationId: String(conversationId) }),
  },
});
const start = createRoute({
  getParentRoute: () => root,
  path: routes.start.path,
  validateSearch: readStart,
  beforeLoad: async (visit) => (await import('./redirect-from-start.ts')).redirectFromStart(visit),
  component: lazyScreen(() => import('./routes/from-outside.tsx'), 'StartRoute'),
  staticData: { title: m.farmerDashboardPageTitle },
});
const agent = createRoute({
  getParentRoute: () => screens,
  path: routes.agent.path,
  beforeLoad: requireLogin,
  component: lazyScreen(() => import('./routes/agent.tsx'), 'AgentRoute'),
  staticData: { title: m.agentPageTitle },
});
const desk = createRoute({
  getParentRoute: () => screens,
  path: routes.desk.path,
  component: lazyScreen(() => import('./routes/desk.tsx'), 'DeskRoute'),
  staticData: { title: () => 'SokoShamba' },
});

const routeTree = root.addChildren([
  landing,
  terms,
  privacy,
  start,
  screens.addChildren([
    signup,
    login,
    signupFarmer,
    loginFarmer,
    forgotPassword,
    phoneLink,
    market,
    product,
    farm,
    farmSign,
    prices,
    cropPrices,
    cart,
    buyerDashboard,
    checkout,
    order,
    standingOrders,
    lots,
    lot,
    farmerDashboard,
    notifications,
    noticeSettings,
    waiting,
    messages.addChildren([conversation]),
    agent,
    desk,
  ]),
]);

const PENDING_MILLISECONDS = 300;

let isFirstRendering = true;

/**
 * False for a server-rendered page that is already scrolled at its first rendering, by the browser
 * or the user.
 */
function mayScroll() {
  const may = !isFirstRendering || scrollY === 0;
  isFirstRendering = false;
  return may;
}

/** The build passes a history, because it has no browser. */
export const createAppRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    // On the server this would add an inline script, which the CSP blocks.
    scrollRestoration: history === undefined && mayScroll,
    // Smooth scrolling is only for anchors within a page.
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

/** If that fails, the page's own queries report it. Does nothing on the server. */
const startLoading = (start: (loads: typeof import('./first-loads.ts')) => void) => {
  if (import.meta.env.SSR) return;
  import('./first-loads.ts').then(start).catch(() => {});
};
