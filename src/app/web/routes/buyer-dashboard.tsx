import { Link, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router';
import { readMarketSearch } from '#market/web/list/market-search.ts';
import { m } from '#text';
import { Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { lazy, usePreload } from '#ui/lazy.tsx';
import { Container, PageFooter, usePageTitle } from '#web/page-frame.tsx';
import { ServerCache } from '#web/server-cache.tsx';
import type { Session } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { useLostSession, useSessionEnd } from '#web/use-session-end.ts';
import type { BuyerTab } from '../route-search.ts';
import { BuyerShell, buyerPlaceLabels } from '../shell/buyer-shell.tsx';

export function BuyerDashboardRoute() {
  const { session } = useRouteContext({ from: '/screens/buyer-dashboard' });
  return (
    <ServerCache>
      <Dashboard session={session} />
    </ServerCache>
  );
}

function Dashboard({ session }: { session: Session }) {
  const { tab = 'browse', ...search } = useSearch({ from: '/screens/buyer-dashboard' });
  const navigate = useNavigate();
  const openMarket = () => void navigate({ to: '/buyer-dashboard', search });
  const browse = (
    <LazyMarketBrowser
      page="/buyer-dashboard"
      search={search}
      onSearch={(next, { replaces = false } = {}) =>
        void navigate({
          to: '/buyer-dashboard',
          search: (current) => next(readMarketSearch(current)),
          replace: replaces,
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
  () => import('#orders/web/cart/cart-view.tsx'),
  'CartView',
  <Skeleton className="h-64" />,
);

const LazyMarketBrowser = lazy(
  () => import('#market/web/list/market-browser.tsx'),
  'MarketBrowser',
  <Skeleton className="h-[40rem]" />,
);

type BuyerHomeProps = {
  session: Session;
  tab: BuyerTab;
  onBrowse: () => void;
  browse: React.ReactNode;
  cart: React.ReactNode;
};

const profileSkeleton = <Skeleton className="h-96" />;
/** Its forms are the heaviest part of the dashboard, and buyers rarely open it first. */
const LazyBuyerProfile = lazy(
  () => import('../buyer-profile.tsx'),
  'BuyerProfile',
  profileSkeleton,
);
const LazyOrdersTab = lazy(
  () => import('#orders/web/buyer/orders-tab.tsx'),
  'OrdersTab',
  <Skeleton className="h-64" />,
);

const LazyStandingOrdersLink = lazy(
  () => import('#standing-orders/web/use-standing-orders.tsx'),
  'StandingOrdersLink',
);

function BuyerHome({ session, tab, onBrowse, browse, cart }: BuyerHomeProps) {
  const profile = trpc.buyer.profile.useQuery();
  const { logOut, hasExpired } = useSessionEnd('buyer', useLostSession());
  usePreload(LazyBuyerProfile);
  usePageTitle(`${buyerPlaceLabels[tab]()} · ${m.buyerDashboardPageTitle()}`);
  return (
    <>
      <BuyerShell
        isDashboard
        place={tab}
        firstName={profile.data?.firstName ?? session.user.firstName}
      />
      <main id="main" className="pb-8 sm:pb-6">
        <Container className={tab === 'browse' ? undefined : 'pt-4 sm:pt-6'}>
          {tab === 'browse' && browse}
          {tab === 'orders' && !hasExpired && (
            <LazyOrdersTab
              onContinue={onBrowse}
              foot={
                <>
                  <LazyStandingOrdersLink />
                  <Link to="/lots" className="link inline-flex min-h-11 items-center font-semibold">
                    {m.lotsTitle()}
                  </Link>
                </>
              }
            />
          )}
          {tab === 'cart' && !hasExpired && cart}
          {tab === 'profile' && (
            <QueryView
              query={hasExpired ? { ...profile, isError: false } : profile}
              skeleton={profileSkeleton}
            >
              {(data) => <LazyBuyerProfile profile={data} onEnded={logOut} />}
            </QueryView>
          )}
        </Container>
      </main>
      <div className="contents max-lg:hidden">
        <PageFooter />
      </div>
    </>
  );
}
