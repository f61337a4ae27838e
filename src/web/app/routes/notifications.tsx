import { useRouteContext } from '@tanstack/react-router';
import { ServerCache } from '#web/app/client/server-cache.tsx';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { InboxPage } from '#web/features/notifications/inbox-page.tsx';
import { MarketHeader } from './market-header.tsx';

/** What a buyer or a farmer is told. */
export function NotificationsRoute() {
  const { session } = useRouteContext({ from: '/screens/notifications' });
  return (
    <ServerCache>
      <MarketHeader />
      <InboxPage role={session.user.role} />
      <PageFooter />
    </ServerCache>
  );
}
