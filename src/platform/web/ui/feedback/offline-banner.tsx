import { m } from '#platform/rules/text/compiled/messages.js';
import { useIsOnline, useLineText } from '../browser/use-is-online.ts';

/**
 * A bar at the top of the screens while there is no network, or what is shown is not what the
 * server would say now.
 */
export function OfflineBanner() {
  const isOnline = useIsOnline();
  const text = useLineText() ?? (isOnline ? null : m.offlineText());
  return (
    <div role="status" className="empty:hidden">
      {text && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{text}</p>}
    </div>
  );
}
