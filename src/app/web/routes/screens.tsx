import { Outlet, useLocation } from '@tanstack/react-router';
import { type ComponentType, useEffect, useState } from 'react';
import { useSessionRole } from '#platform/web/session/session.ts';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import '../styles.css';

const Nothing = () => null;

/** Loaded after the page, because no page starts with either. A toast waits for its code. */
const LazyOfflineBanner = lazy(
  () =>
    import('#platform/web/ui/feedback/offline-banner.tsx').then(
      ({ OfflineBanner }) => OfflineBanner,
      () => Nothing,
    ),
  null,
);
const LazyToaster = lazy(
  () =>
    import('#platform/web/ui/feedback/toaster.tsx').then(
      ({ Toaster }) => Toaster,
      () => Nothing,
    ),
  null,
);

export const OfflineScreen = lazy(
  () => import('#platform/web/shell/offline-screen.tsx').then((offline) => offline.OfflineScreen),
  null,
);

export function ScreensLayout() {
  return (
    <>
      <ScreenParts />
      <Outlet />
    </>
  );
}

/** Shown on every screen: pending changes, toasts and the offline banner. */
export function ScreenParts() {
  useEffect(() => {
    import('#platform/web/client/patient-fetch.ts').then(
      ({ sendPatiently }) => sendPatiently(),
      () => {},
    );
  }, []);
  return (
    <>
      <LazyOfflineBanner />
      <Queue />
      <LazyToaster />
    </>
  );
}

/** Its code loads after the screen, but on every screen, because it could not be loaded offline. */
function Queue() {
  const role = useSessionRole();
  const { pathname } = useLocation();
  const [Parts, setParts] = useState<ComponentType<{ pathname: string }> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure, the next screen retries
  useEffect(() => {
    if (!role) return;
    import('../pending/queue-parts.tsx').then(
      ({ QueueParts, startQueue }) => {
        setParts(() => QueueParts);
        void startQueue();
      },
      // The next screen retries.
      () => {},
    );
  }, [role, pathname]);
  return Parts && role && <Parts pathname={pathname} />;
}
