import { Outlet } from '@tanstack/react-router';
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';

/** What all screens that talk to the server share: the offline banner and the toasts. */
export function ScreensLayout() {
  return (
    <>
      <OfflineBanner />
      <Outlet />
      <Toaster />
    </>
  );
}
