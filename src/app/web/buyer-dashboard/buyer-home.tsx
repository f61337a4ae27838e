import type { ReactNode } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import type { Session } from '#platform/web/session/session.ts';
import { useLostSession } from '#platform/web/session/use-lost-session.ts';
import { useSessionEnd } from '#platform/web/session/use-session-end.ts';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { BuyerFrame } from './buyer-frame.tsx';
import type { BuyerTab } from './buyer-tab.ts';

type BuyerHomeProps = {
  session: Session;
  tab: BuyerTab;
  onTab: (tab: BuyerTab) => void;
  cartCount: number;
  browse: ReactNode;
  cart: ReactNode;
};

const profileSkeleton = <Skeleton className="h-96" />;
/**
 * Loaded on demand, because its forms are the heaviest part of the dashboard, and buyers rarely
 * open it first.
 */
const LazyProfileTab = lazy(
  () => import('./profile-tab.tsx').then(({ ProfileTab }) => ProfileTab),
  profileSkeleton,
);
const LazyOrdersTab = lazy(
  () => import('#features/orders/web/buyer/orders-tab.tsx').then(({ OrdersTab }) => OrdersTab),
  <Skeleton className="h-64" />,
);

const LazyStandingOrdersLink = lazy(
  () =>
    import('#features/standing-orders/web/standing-orders-link.tsx').then(
      ({ StandingOrdersLink }) => StandingOrdersLink,
    ),
  null,
);

/** The buyer's dashboard. The route passes in the parts of the market. */
export function BuyerHome({ session, tab, onTab, cartCount, browse, cart }: BuyerHomeProps) {
  const profile = trpc.buyer.profile.useQuery(undefined, { retry: retryUnlessRefused });
  const { logOut, isEnding, hasExpired } = useSessionEnd('buyer', useLostSession());
  usePreload(LazyProfileTab);
  return (
    <BuyerFrame
      firstName={profile.data?.firstName ?? session.user.firstName}
      tab={tab}
      cartCount={cartCount}
      onTab={onTab}
      onLogOut={logOut}
      isEnding={isEnding}
    >
      {tab === 'browse' && browse}
      {tab === 'orders' && !hasExpired && (
        <LazyOrdersTab onContinue={() => onTab('browse')} head={<LazyStandingOrdersLink />} />
      )}
      {tab === 'cart' && !hasExpired && cart}
      {tab === 'profile' && (
        <QueryView
          query={hasExpired ? { ...profile, isError: false } : profile}
          skeleton={profileSkeleton}
          errorText={m.profileLoadFailed()}
        >
          {(data) => <LazyProfileTab profile={data} onEnded={logOut} />}
        </QueryView>
      )}
    </BuyerFrame>
  );
}
