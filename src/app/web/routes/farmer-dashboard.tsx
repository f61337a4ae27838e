import { useRouteContext } from '@tanstack/react-router';
import { lazy as reactLazy, Suspense, useEffect, useRef } from 'react';
import {
  loadFailureText,
  useOverview,
  useProfile,
  useRefreshOrders,
} from '#farms/web/farmer-data.ts';
import { useOrderChanges } from '#orders/web/use-order-changes.ts';
import { useOwnProducts } from '#products/web/use-own-products.ts';
import { m } from '#text';
import { CodeSpace, Skeleton, useIsLate } from '#ui/elements.tsx';
import { lazy, onceOnline, partOf, runWhenIdle } from '#ui/lazy.tsx';
import { showToast } from '#ui/show-toast.ts';
import { type DashboardTab, dashboardRoute } from '#web/dashboard-search.ts';
import { Container, PageFooter, usePageTitle } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { ServerCache } from '#web/server-cache.tsx';
import type { Session } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { useLostSession, useSessionEnd } from '#web/use-session-end.ts';
import { FarmerOverview } from '../farmer-overview.tsx';
import { placeLabels, SideNav } from '../shell/farmer-places.tsx';
import { FarmerShell } from '../shell/farmer-shell.tsx';

export function FarmerDashboardRoute() {
  const { session } = useRouteContext({ from: '/screens/farmer/dashboard' });
  return (
    <ServerCache>
      <FarmerDashboard session={session} />
    </ServerCache>
  );
}

// Tabs load when first opened, or when the phone is idle, so that the first does not wait for the
// others.
const lazyTab = <Code, Name extends keyof Code>(load: () => Promise<Code>, name: Name) =>
  reactLazy(onceOnline(() => load().then((code) => ({ default: partOf(code, name) }))));

const loadProducts = () => import('#products/web/own/products-tab.tsx');
const loadInventory = () => import('#products/web/inventory/inventory-tab.tsx');
const ProductsTab = lazyTab(loadProducts, 'ProductsTab');
const InventoryTab = lazyTab(loadInventory, 'InventoryTab');
const OrdersTab = lazyTab(() => import('#orders/web/farmer/orders-tab.tsx'), 'OrdersTab');
const PaymentsTab = lazyTab(() => import('#orders/web/payments/payments-tab.tsx'), 'PaymentsTab');
const ProfileTab = lazyTab(() => import('#farms/web/profile-tab.tsx'), 'ProfileTab');
const FarmerSettings = lazyTab(() => import('../farmer-settings.tsx'), 'FarmerSettings');

const LazyHarvests = lazy(() => import('#orders/web/payments/harvests.tsx'), 'Harvests');
const LazyPriceHint = lazy(() => import('#prices/web/product-price-hint.tsx'), 'ProductPriceHint');

type TabContentProps = {
  tab: DashboardTab;
  email: string;
  firstName: string;
  onSessionsEnded: () => void;
};

function TabContent({ tab, email, firstName, onSessionsEnded }: TabContentProps) {
  useEffect(() => {
    void runWhenIdle().then(() => Promise.allSettled([loadProducts(), loadInventory()]));
  }, []);
  if (tab === 'overview') return <FarmerOverview firstName={firstName} />;
  return (
    <Suspense
      fallback={
        <CodeSpace>
          <TabSpace />
        </CodeSpace>
      }
    >
      {tab === 'products' && <ProductsTab PriceHint={LazyPriceHint} Harvests={LazyHarvests} />}
      {tab === 'inventory' && <InventoryTab />}
      {tab === 'orders' && <OrdersTab />}
      {tab === 'payments' && <PaymentsTab />}
      {tab === 'profile' && <ProfileTab />}
      {tab === 'settings' && <FarmerSettings email={email} onSessionsEnded={onSessionsEnded} />}
    </Suspense>
  );
}

function TabSpace() {
  const isLate = useIsLate(true);
  return (
    <div className={isLate ? 'grid gap-4' : 'invisible grid gap-4'}>
      <Skeleton className="h-10 w-52" />
      <Skeleton className="h-72" />
    </div>
  );
}

/**
 * Requests all answers in parallel when the dashboard opens (§7, row 9), those of the first tab
 * while it renders: a slow connection brings them before the parts that follow.
 */
function useFirstAnswers() {
  trpc.farmer.overview.usePrefetchQuery(undefined);
  trpc.farmer.profile.usePrefetchQuery(undefined);
  const { farmer } = trpc.useUtils();
  useEffect(() => {
    void farmer.orders.list.prefetchInfinite({ isByTurn: true });
    void farmer.payments.list.prefetchInfinite({});
  }, [farmer]);
}

function FarmerDashboard({ session }: { session: Session }) {
  const { tab = 'overview' } = dashboardRoute.useSearch();
  useFirstAnswers();
  usePageTitle(`${placeLabels[tab]()} · ${m.farmerDashboardPageTitle()}`);
  const data = useDashboardData();
  const refresh = useRefreshOrders();
  useOrderChanges('farmer', () => void refresh());
  const waiting = data.overview.data?.pendingOrders;
  useNewOrderSound(waiting);
  const { logOut, hasExpired } = useSessionEnd('farmer', useLostSession());
  return (
    <>
      <FarmerShell place={tab} />
      <Container className="flex flex-1 flex-col gap-x-8 pt-3 pb-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-8">
        <SideNav active={tab} />
        <main id="main" className="min-w-0" aria-label={m.farmerDashboardPageTitle()}>
          {hasExpired ? (
            <TabSpace />
          ) : (
            <TabContent
              key={tab}
              tab={tab}
              email={session.user.email}
              firstName={data.profile.data?.firstName ?? session.user.firstName}
              onSessionsEnded={logOut}
            />
          )}
        </main>
      </Container>
      <div className="contents max-lg:hidden">
        <PageFooter />
      </div>
    </>
  );
}

/** Plays when more orders than before wait for an answer, if the farmer has turned it on. */
function useNewOrderSound(waiting: number | undefined) {
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current !== undefined && waiting !== undefined && waiting > before.current)
      void playIfWanted();
    before.current = waiting ?? before.current;
  }, [waiting]);
}

async function playIfWanted() {
  const sound = await import('#orders/web/farmer/new-order-sound.tsx').catch(() => null);
  if (sound?.isSoundOn()) sound.play();
}

/** Shared by all tabs, fetched in parallel. Only the first failure is shown as a toast. */
function useDashboardData() {
  const profile = useProfile();
  const overview = useOverview();
  const products = useOwnProducts();
  const error: unknown = [profile, overview, products].find(isAnnounced)?.error;
  const text = error && readFailure(error).code !== 'NOT_LOGGED_IN' ? loadFailureText(error) : null;
  useEffect(() => {
    if (text) showToast('error', text);
  }, [text]);
  return { profile, overview, products };
}

/**
 * Offline, cached answers carry a notice with their age instead
 * (cached/start-caching.ts).
 */
const isAnnounced = ({ error, data }: { error: unknown; data: unknown }) =>
  Boolean(error) && (data === undefined || !readFailure(error).isConnectionLost);
