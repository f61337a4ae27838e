import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { readMarketSearch } from '#market/web/list/market-search.ts';
import { ServerCache } from '#platform/web/client/server-cache.tsx';
import type { Session } from '#platform/web/session/session.ts';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { BuyerHome } from '../buyer-home.tsx';

export function BuyerDashboardRoute() {
  const { session } = useRouteContext({ from: '/screens/buyer-dashboard' });
  return (
    <ServerCache>
      <Dashboard session={session} />
    </ServerCache>
  );
}

/** The active tab, and the search in the first tab, are in the address. */
function Dashboard({ session }: { session: Session }) {
  const { tab = 'browse', ...search } = useSearch({ from: '/screens/buyer-dashboard' });
  const navigate = useNavigate();
  const openMarket = () => void navigate({ to: '/buyer-dashboard', search });
  const browse = (
    <LazyMarketBrowser
      page="/buyer-dashboard"
      search={search}
      onSearch={(next, { isTyping = false } = {}) =>
        void navigate({
          to: '/buyer-dashboard',
          search: (current) => next(readMarketSearch(current)),
          replace: isTyping,
          resetScroll: false,
        })
      }
    />
  );
  return (
    <BuyerHome
      session={session}
      tab={tab}
      onBrowse={openMarket}
      browse={browse}
      cart={<LazyCartView onContinue={openMarket} />}
    />
  );
}

const LazyCartView = lazy(
  () => import('#orders/web/cart/cart-view.tsx').then(({ CartView }) => CartView),
  <Skeleton className="h-64" />,
);

const LazyMarketBrowser = lazy(
  () => import('#market/web/list/market-browser.tsx').then(({ MarketBrowser }) => MarketBrowser),
  <Skeleton className="h-[40rem]" />,
);
