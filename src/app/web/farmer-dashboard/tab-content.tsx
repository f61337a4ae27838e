import { lazy, Suspense, useEffect } from 'react';
import type { DashboardTab } from '#platform/web/shell/dashboard-search.ts';
import { lazy as lazyAfter } from '#platform/web/ui/browser/lazy.tsx';
import { onceOnline } from '#platform/web/ui/browser/once-online.ts';
import { useIsLate } from '#platform/web/ui/browser/use-is-late.ts';
import { whenQuiet } from '#platform/web/ui/browser/when-quiet.ts';
import { CodeSpace } from '#platform/web/ui/feedback/code-space.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { OverviewTab } from './overview-tab.tsx';

// Each tab is loaded when it is first opened, or when the phone is idle, so that the first tab does
// not wait for the others.
const loadProducts = () =>
  import('#features/products/web/own/products-tab.tsx').then(({ ProductsTab }) => ({
    default: ProductsTab,
  }));
const loadInventory = () =>
  import('#features/products/web/inventory/inventory-tab.tsx').then(({ InventoryTab }) => ({
    default: InventoryTab,
  }));
const loadOrders = () =>
  import('#features/orders/web/farmer/orders-tab.tsx').then(({ OrdersTab }) => ({
    default: OrdersTab,
  }));
const loadPayments = () =>
  import('#features/orders/web/payments/payments-tab.tsx').then(({ PaymentsTab }) => ({
    default: PaymentsTab,
  }));
const loadProfile = () =>
  import('#features/farms/web/profile-tab.tsx').then(({ ProfileTab }) => ({ default: ProfileTab }));
const loadSettings = () =>
  import('./settings-tab.tsx').then(({ SettingsTab }) => ({ default: SettingsTab }));
const ProductsTab = lazy(onceOnline(loadProducts));
const InventoryTab = lazy(onceOnline(loadInventory));
const OrdersTab = lazy(onceOnline(loadOrders));
const PaymentsTab = lazy(onceOnline(loadPayments));
const ProfileTab = lazy(onceOnline(loadProfile));
const SettingsTab = lazy(onceOnline(loadSettings));

/** Only for farmers who have announced a harvest. */
const LazyHarvests = lazyAfter(
  () => import('#features/orders/web/farmer/harvests.tsx').then(({ Harvests }) => Harvests),
  null,
);

/** Loaded after the product form that shows it. */
const LazyPriceHint = lazyAfter(
  () =>
    import('#features/prices/web/product-price-hint.tsx').then(
      ({ ProductPriceHint }) => ProductPriceHint,
    ),
  null,
);

type TabContentProps = {
  tab: DashboardTab;
  email: string;
  firstName: string;
  onSessionsEnded: () => void;
};

export function TabContent({ tab, email, firstName, onSessionsEnded }: TabContentProps) {
  useEffect(() => {
    // Preloads the tabs that a farmer is most likely to open next. A failure can be ignored,
    // because opening the tab loads it again.
    void whenQuiet().then(() => Promise.allSettled([loadProducts(), loadInventory()]));
  }, []);
  if (tab === 'overview') return <OverviewTab firstName={firstName} />;
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
      {tab === 'settings' && <SettingsTab email={email} onSessionsEnded={onSessionsEnded} />}
    </Suspense>
  );
}

/** The placeholder for a tab that is loading, and for one whose session has ended. */
export function TabSpace() {
  const isLate = useIsLate(true);
  return (
    <div className={isLate ? 'grid gap-4' : 'invisible grid gap-4'}>
      <Skeleton className="h-10 w-52" />
      <Skeleton className="h-72" />
    </div>
  );
}
