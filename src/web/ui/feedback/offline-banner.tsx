import { m } from '#shared/text/compiled/messages.js';
import { useIsOnline } from '#web/ui/browser/use-is-online.ts';

/** A bar at the top of the screens while there is no network. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className="empty:hidden">
      {!isOnline && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{m.offlineText()}</p>}
    </div>
  );
}
