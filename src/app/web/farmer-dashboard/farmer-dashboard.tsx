import { useEffect, useRef } from 'react';
import { useRefreshOrders } from '#features/farms/web/farmer-data.ts';
import { useOrderChanges } from '#features/orders/web/use-order-changes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Session } from '#platform/web/session/session.ts';
import { useLostSession } from '#platform/web/session/use-lost-session.ts';
import { useSessionEnd } from '#platform/web/session/use-session-end.ts';
import { DashboardHeader } from '#platform/web/shell/dashboard-header.tsx';
import { dashboardRoute } from '#platform/web/shell/dashboard-search.ts';
import { PageFooter } from '#platform/web/shell/page-footer.tsx';
import { usePageTitle } from '#platform/web/shell/use-page-title.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { placeLabels } from './farmer-places.tsx';
import { HeaderIdentity } from './header-identity.tsx';
import { SideNav } from './side-nav.tsx';
import { TabContent, TabSpace } from './tab-content.tsx';
import { useDashboardData } from './use-dashboard-data.ts';

/** The farmer's dashboard: the farmer's identity, the seven tabs, and their content. */
export function FarmerDashboard({ session }: { session: Session }) {
  const { tab = 'overview' } = dashboardRoute.useSearch();
  usePageTitle(`${placeLabels[tab]()} · ${m.farmerDashboardPageTitle()}`);
  const data = useDashboardData();
  const refresh = useRefreshOrders();
  useOrderChanges('farmer', () => void refresh());
  const waiting = data.overview.data?.pendingOrders;
  useNewOrderSound(waiting);
  const { logOut, isEnding, hasExpired } = useSessionEnd('farmer', useLostSession());
  const person = {
    firstName: session.user.firstName,
    lastName: session.user.lastName,
    ...data.profile.data,
  };
  return (
    <>
      <DashboardHeader isBusy={isEnding} onLogOut={logOut}>
        <HeaderIdentity person={person} profile={data.profile.data} />
      </DashboardHeader>
      <Container className="flex flex-1 flex-col gap-x-8 pt-3 pb-12 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-8">
        <SideNav active={tab} waiting={waiting} />
        <main id="main" className="min-w-0" aria-label={m.farmerDashboardPageTitle()}>
          {hasExpired ? (
            <TabSpace />
          ) : (
            <TabContent
              key={tab}
              tab={tab}
              email={session.user.email}
              firstName={person.firstName}
              onSessionsEnded={logOut}
            />
          )}
        </main>
      </Container>
      <div className="contents max-lg:hidden">
        <PageFooter />
      </div>
      <BottomBar active={tab} waiting={waiting} />
    </>
  );
}

/**
 * Plays a sound when more orders than before wait for an answer, if the farmer has turned it on.
 */
function useNewOrderSound(waiting: number | undefined): void {
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current !== undefined && waiting !== undefined && waiting > before.current)
      void playIfWanted();
    before.current = waiting ?? before.current;
  }, [waiting]);
}

/** The code loads with the first new order. If that fails, there is no sound. */
async function playIfWanted(): Promise<void> {
  const sound = await import('#features/orders/web/farmer/new-order-sound.tsx').catch(() => null);
  if (sound?.isSoundOn()) sound.play();
}
