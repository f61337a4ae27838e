import { Outlet } from '@tanstack/react-router';
import { OfflineBanner } from '#web/app/shell/offline-banner.tsx';
import { Toaster } from '#web/ui/feedback/toaster.tsx';

/** What account and dashboard screens share: the word that the connection is gone, and the place where toasts appear. */
export function ScreensLayout() {
  return (
    <>
      <OfflineBanner />
      <Outlet />
      <Toaster />
    </>
  );
}
