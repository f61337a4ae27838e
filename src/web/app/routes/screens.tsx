import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { hasWaiting } from '#web/app/session/session.ts';
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';

/** What all screens that talk to the server share: the offline banner and the toasts. */
export function ScreensLayout() {
  useWaitingSent();
  return (
    <>
      <OfflineBanner />
      <Outlet />
      <Toaster />
    </>
  );
}

/**
 * Sends what a person has written and has not gone yet, from whatever screen they come to. Its code, which tries again by itself when the
 * connection is back, is loaded only if there is something.
 */
function useWaitingSent() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next screen may be the first after a login
  useEffect(() => {
    if (!hasWaiting()) return;
    import('#web/features/messages/queue/send-waiting.ts').then(
      ({ sendWaiting }) => sendWaiting(),
      // The next screen tries again.
      () => {},
    );
  }, [pathname]);
}
