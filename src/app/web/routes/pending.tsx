import { Skeleton } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { Container } from '#web/page-frame.tsx';
import { AppPage } from '../shell/app-header.tsx';

export function PendingRoute() {
  return (
    <AppPage>
      <LazyWaitingPage />
    </AppPage>
  );
}

/** Separate from the header as in notifications.tsx. */
const LazyWaitingPage = lazy(
  () => import('../pending/pending-page.tsx'),
  'PendingPage',
  <Container className="pt-5 pb-12 sm:pt-8">
    <Skeleton className="h-96 rounded-card!" />
  </Container>,
);
