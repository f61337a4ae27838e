import { useRouteContext } from '@tanstack/react-router';
import { Container } from '#platform/web/shell/page-frame.tsx';
import { lazy } from '#ui/browser/lazy.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { AppPage } from '../shell/app-header.tsx';
import { FarmerFrame } from '../shell/farmer-places.tsx';

export function NotificationsRoute() {
  const { session } = useRouteContext({ from: '/screens/notifications' });
  return (
    <AppPage>
      <FarmerFrame place={null}>
        <LazyInboxPage role={session.user.role} />
      </FarmerFrame>
    </AppPage>
  );
}

/**
 * Loads with the list. Separate from the header, so that their texts don't share a chunk, which the
 * dashboards would load.
 */
const LazyInboxPage = lazy(
  () => import('#notifications/web/inbox-page.tsx').then(({ InboxPage }) => InboxPage),
  <Container className="pt-5 pb-12 sm:pt-8">
    <Skeleton className="h-[40rem] rounded-card!" />
  </Container>,
);
