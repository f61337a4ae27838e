import { Outlet } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { useIsOnline } from '#web/ui/browser/use-is-online.ts';
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

/** Says on every inner screen that the connection is gone, for as long as it is. */
function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className="empty:hidden">
      {!isOnline && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{m.offlineText()}</p>}
    </div>
  );
}
