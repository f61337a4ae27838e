import { Link, useRouteContext } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { m } from '#text';
import { TabHeading } from '#ui/dashboard-tab.tsx';
import { Skeleton } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { Container } from '#web/page-frame.tsx';
import { useLostSession, useSessionEnd } from '#web/use-session-end.ts';
import { AppPage } from '../shell/app-header.tsx';
import { FarmerFrame } from '../shell/farmer-places.tsx';

export function NotificationsRoute() {
  const { session } = useRouteContext({ from: '/screens/notifications' });
  return (
    <AppPage hasPhoneFooter={false}>
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
  () => import('#notifications/web/inbox-page.tsx'),
  'InboxPage',
  <Container className="pt-5 pb-12 sm:pt-8">
    <Skeleton className="h-[40rem] rounded-card!" />
  </Container>,
);

export const NotificationSettingsRoute = () => (
  <AppPage>
    <FarmerFrame place={null}>
      <SettingsPage />
    </FarmerFrame>
  </AppPage>
);

function SettingsPage() {
  const { session } = useRouteContext({ from: '/screens/notifications/settings' });
  useSessionEnd(session.user.role, useLostSession());
  return (
    <main id="main" className="pt-5 pb-12 sm:pt-8">
      <Container>
        <div className="grid max-w-prose grid-cols-1 gap-4">
          <Link
            to="/notifications"
            className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-leaf no-underline hover:underline"
          >
            <ArrowLeft className="size-5" />
            {m.notifications()}
          </Link>
          <TabHeading title={m.noticeSettingsTitle()} />
          <LazyNoticeSettings />
          <LazyPriceAlerts />
        </div>
      </Container>
    </main>
  );
}

const LazyNoticeSettings = lazy(
  () => import('#notifications/web/notice-settings.tsx'),
  'NoticeSettings',
  <Skeleton className="h-[30rem] rounded-card!" />,
);

const LazyPriceAlerts = lazy(() => import('#prices/web/price-alert-list.tsx'), 'PriceAlertList');
