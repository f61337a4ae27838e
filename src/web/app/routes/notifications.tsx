import { useRouteContext } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { lazy } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Container } from '#web/ui/layout/container.tsx';
import { MarketHeader } from './market-header.tsx';

/** What a buyer or a farmer is told. */
export function NotificationsRoute() {
  const { session } = useRouteContext({ from: '/screens/notifications' });
  return (
    <ServerCache>
      <MarketHeader />
      <LazyInboxPage role={session.user.role} />
      <PageFooter />
    </ServerCache>
  );
}

/** The route's loader loads it with the list. Apart from the header, so that the texts of both are not one file, which the dashboards would load. */
const LazyInboxPage = lazy(
  () => import('#web/features/notifications/inbox-page.tsx').then(({ InboxPage }) => InboxPage),
  <Container className="pt-5 pb-12 sm:pt-8">
    <Skeleton className="h-[40rem] rounded-card!" />
  </Container>,
);
