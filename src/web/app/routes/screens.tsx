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
 * Sends what a person has written and has not gone yet, from whatever screen they are on: as they come to it, when the connection is back and
 * when they look at it again. Its code is loaded only if there is something.
 */
function useWaitingSent() {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next screen may be the first after a login
  useEffect(() => {
    const send = () => {
      if (!hasWaiting()) return;
      // What cannot be loaded now is loaded the next time.
      import('#web/features/messages/send-waiting.ts').then(
        ({ sendWaiting }) => sendWaiting(),
        () => {},
      );
    };
    send();
    addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    return () => {
      removeEventListener('online', send);
      document.removeEventListener('visibilitychange', send);
    };
  }, [pathname]);
}
