import { Outlet } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { useIsOnline } from '#web/ui/browser/use-is-online.ts';
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

/** A bar at the top of the screens while there is no network. */
function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className="empty:hidden">
      {!isOnline && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{m.offlineText()}</p>}
    </div>
  );
}
