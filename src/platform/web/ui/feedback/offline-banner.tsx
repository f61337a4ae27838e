import { m } from '#text';
import { useConnectionText, useIsOnline } from '../browser/screen-state.ts';

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const text = useConnectionText() ?? (isOnline ? null : m.offlineText());
  return (
    <div role="status" className="empty:hidden">
      {text && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{text}</p>}
    </div>
  );
}
