import { useEffect } from 'react';
import { readEntries } from '#web/app/queue/mirror.ts';
import { readUser } from '#web/app/session/session.ts';
import { OfflinePage } from './offline-page.tsx';

/** In place of a screen whose code this device does not have, while there is no line. When it is back the page is loaded anew. */
export function OfflineScreen() {
  useEffect(() => {
    addEventListener('online', loadAnew);
    return () => removeEventListener('online', loadAnew);
  }, []);
  return <OfflinePage />;
}

function loadAnew() {
  const user = readUser();
  // What could not be stored would be lost.
  if (!user || !readEntries(user.id).some(({ isLoose }) => isLoose)) location.reload();
}
