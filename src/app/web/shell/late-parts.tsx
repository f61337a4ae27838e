import { useEffect } from 'react';
import { sendPatiently } from '#platform/web/client/patient-fetch.ts';
import { OfflineBanner } from '#platform/web/ui/feedback/offline-banner.tsx';
import { Toaster } from '#platform/web/ui/feedback/toaster.tsx';

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
