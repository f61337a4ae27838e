import { useEffect } from 'react';
import { m } from '#text';
import { useConnectionText, useIsOnline } from '#ui/browser/screen-state.ts';
import { Toaster } from '#ui/feedback/toaster.tsx';
import { sendPatiently } from '#web/client/patient-fetch.ts';

/** Loaded after the page, because no page starts with any of it. A toast waits for its code. */
export function LateParts() {
  useEffect(sendPatiently, []);
  return (
    <>
      <OfflineBanner />
      <Toaster />
    </>
  );
}

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const text = useConnectionText() ?? (isOnline ? null : m.offlineText());
  return (
    <div role="status" className="empty:hidden">
      {text && <p className="bg-maize px-4 py-2 text-center font-semibold text-on-maize">{text}</p>}
    </div>
  );
}
