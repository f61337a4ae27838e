import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure } from '#web/app/client/failure.ts';
import type { Session } from '#web/app/session/session.ts';
import { useSessionEnd } from '#web/app/session/use-session-end.ts';
import { DashboardHeader } from '#web/app/shell/dashboard-header.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { usePageTitle } from '#web/app/shell/use-page-title.ts';
import { dashboardRoute } from '#web/features/dashboard/dashboard-search.ts';
import { useDashboardData, useRefreshOrders } from '#web/features/dashboard/use-dashboard-data.ts';
import { useOrderChanges } from '#web/features/orders/use-order-changes.ts';
import { Container } from '#web/ui/layout/container.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { HeaderIdentity } from './header-identity.tsx';
import { SideNav } from './side-nav.tsx';
import { TabContent, TabSpace } from './tab-content.tsx';
import { tabLabels } from './tab-labels.ts';

/** The farmer's dashboard: the farmer's identity, the seven tabs, and their content. */
export function FarmerDashboard({ session }: { session: Session }) {
  const { tab = 'overview' } = dashboardRoute.useSearch();
  usePageTitle(`${tabLabels[tab]()} · ${m.farmerDashboardPageTitle()}`);
  const data = useDashboardData();
  const refresh = useRefreshOrders();
  useOrderChanges('farmer', () => void refresh());
  const waiting = data.overview.data?.pendingOrders;
  useNewOrderSound(waiting);
  const { logOut, isEnding, hasExpired } = useSessionEnd('farmer', useLostSession());
  const person = { firstName: session.user.firstName, lastName: session.user.lastName, ...data.profile.data };
  return (
    <>
      <DashboardHeader isBusy={isEnding} onLogOut={logOut}>
        <HeaderIdentity person={person} profile={data.profile.data} />
      </DashboardHeader>
      <Container className="flex flex-1 flex-col gap-x-8 pt-3 pb-28 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:pt-8 lg:pb-12">
        <div className="max-lg:hidden lg:sticky lg:top-24 lg:self-start">
          <SideNav active={tab} waiting={waiting} />
        </div>
        <main id="main" className="min-w-0" aria-label={m.farmerDashboardPageTitle()}>
          {hasExpired ? (
            <TabSpace />
          ) : (
            <TabContent key={tab} tab={tab} email={session.user.email} firstName={person.firstName} onSessionsEnded={logOut} />
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

/** The error of the first call, on any tab, that was refused because the server no longer knows the session. */
function useLostSession(): unknown {
  const queryClient = useQueryClient();
  const [lost, setLost] = useState<unknown>(null);
  useEffect(() => {
    const note = (error: unknown) => {
      if (error && readFailure(error).code === 'NOT_LOGGED_IN') setLost(error);
    };
    const leaveQueries = queryClient.getQueryCache().subscribe(({ query }) => note(query.state.error));
    const leaveMutations = queryClient.getMutationCache().subscribe(({ mutation }) => note(mutation?.state.error));
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [queryClient]);
  return lost;
}

/** Plays the sound when more orders wait for an answer than before, if the farmer wants that. */
function useNewOrderSound(waiting: number | undefined): void {
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current !== undefined && waiting !== undefined && waiting > before.current) void playIfWanted();
    before.current = waiting ?? before.current;
  }, [waiting]);
}

/** Its code is loaded with the first new order. If that fails, the order comes silently. */
async function playIfWanted(): Promise<void> {
  const sound = await import('#web/features/orders/farmer/new-order-sound.tsx').catch(() => null);
  if (sound?.isSoundOn()) sound.play();
}
