import { m } from '#shared/text/compiled/messages.js';
import { useIsOnline } from '#web/ui/browser/use-is-online.ts';

/** Says on every inner screen that the connection is gone, for as long as it is. */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  return (
    <div role="status" className="empty:hidden">
      {!isOnline && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{m.offlineText()}</p>}
    </div>
  );
}
