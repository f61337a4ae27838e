import type { ReactNode } from 'react';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import type { Session } from '#platform/web/session/session.ts';
import { useLostSession, useSessionEnd } from '#platform/web/session/use-session-end.ts';
import { DashboardHeader } from '#platform/web/shell/dashboard-header.tsx';
import { PageFooter } from '#platform/web/shell/page-frame.tsx';
import { usePageTitle } from '#platform/web/shell/use-page-title.ts';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { useIsWide } from '#platform/web/ui/browser/screen-state.ts';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { TabPanel, Tabs } from '#platform/web/ui/layout/tabs.tsx';
import { m } from '#text';
import { BuyerBar, buyerTabIcons, buyerTabLabels } from './buyer-bar.tsx';
import { type BuyerTab, buyerTabs } from './buyer-tab.ts';

const icon = 'size-5 shrink-0 max-lg:hidden xl:hidden';

type BuyerHomeProps = {
  session: Session;
  tab: BuyerTab;
  onTab: (tab: BuyerTab) => void;
  cartCount: number;
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

type BuyerFrameProps = {
  firstName: string;
  tab: BuyerTab;
  cartCount: number;
  onTab: (tab: BuyerTab) => void;
  onLogOut: () => void;
  isEnding: boolean;
  children: ReactNode;
};

/** On a desktop the tabs are in the header, so that two rows of products fit below it. */
function BuyerFrame({
  firstName,
  tab,
  cartCount,
  onTab,
  onLogOut,
  isEnding,
  children,
}: BuyerFrameProps) {
  const isWide = useIsWide('sm');
  const hasRoomInHeader = useIsWide('xl');
  const tabs = tabsOf(cartCount);
  const label = tabs.find(({ id }) => id === tab)?.label;
  usePageTitle(`${label} · ${m.buyerDashboardPageTitle()}`);
  const tabRow = <Tabs label={m.buyerTabsLabel()} tabs={tabs} active={tab} onChange={onTab} />;
  return (
    <>
      <DashboardHeader isBusy={isEnding} onLogOut={onLogOut}>
        <h1
          tabIndex={-1}
          className="line-clamp-2 min-w-0 flex-1 font-bold leading-tight sm:flex-initial sm:text-lg"
        >
          {m.buyerGreeting({ name: firstName || m.notAvailable() })}
        </h1>
        {hasRoomInHeader && <div className="ml-auto shrink-0 whitespace-nowrap">{tabRow}</div>}
      </DashboardHeader>
      <main id="main" className={classNames('pb-8 sm:pb-6', !hasRoomInHeader && 'sm:pt-6')}>
        <Container>
          {isWide && !hasRoomInHeader && tabRow}
          <TabPanel
            id={tab}
            hasTabs={isWide}
            className={tab === 'browse' ? 'sm:max-xl:pt-6' : 'pt-4 sm:pt-6'}
          >
            {children}
          </TabPanel>
        </Container>
      </main>
      <div className="contents max-sm:hidden">
        <PageFooter />
      </div>
      <BuyerBar active={tab} cartCount={cartCount} />
    </>
  );
}

const tabsOf = (cartCount: number) =>
  buyerTabs.map((id) => {
    const Icon = buyerTabIcons[id];
    const tab = {
      id,
      label: buyerTabLabels[id](),
      icon: <Icon aria-hidden="true" className={icon} />,
    };
    return id === 'cart' ? { ...tab, count: cartCount } : tab;
  });
