import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import type { Session } from '#platform/web/session/session.ts';
import { useLostSession, useSessionEnd } from '#platform/web/session/use-session-end.ts';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { usePageTitle } from '#platform/web/shell/page-frame.tsx';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { m } from '#text';
import { BuyerShell, buyerPlaceLabels } from './shell/buyer-shell.tsx';
import type { BuyerTab } from './route-search.ts';

type BuyerHomeProps = {
  session: Session;
  tab: BuyerTab;
  onBrowse: () => void;
  browse: ReactNode;
  cart: ReactNode;
};

const profileSkeleton = <Skeleton className="h-96" />;
/** Its forms are the heaviest part of the dashboard, and buyers rarely open it first. */
const LazyProfileTab = lazy(
  () => import('./profile-tab.tsx').then(({ ProfileTab }) => ProfileTab),
  profileSkeleton,
);
const LazyOrdersTab = lazy(
  () => import('#orders/web/buyer/orders-tab.tsx').then(({ OrdersTab }) => OrdersTab),
  <Skeleton className="h-64" />,
);

const LazyStandingOrdersLink = lazy(
  () =>
    import('#standing-orders/web/standing-orders-link.tsx').then(
      ({ StandingOrdersLink }) => StandingOrdersLink,
    ),
  null,
);

/** The route passes in the parts of the market. */
export function BuyerHome({ session, tab, onBrowse, browse, cart }: BuyerHomeProps) {
  const profile = trpc.buyer.profile.useQuery(undefined, { retry: retryUnlessRefused });
  const { logOut, hasExpired } = useSessionEnd('buyer', useLostSession());
  usePreload(LazyProfileTab);
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
              errorText={m.loadFailed()}
            >
              {(data) => <LazyProfileTab profile={data} onEnded={logOut} />}
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
