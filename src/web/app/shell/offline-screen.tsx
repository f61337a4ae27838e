import { useEffect } from 'react';
import { OfflinePage } from './offline-page.tsx';

/** In place of a screen whose code this device does not have, while there is no line. When it is back the page is loaded anew. */
export function OfflineScreen() {
  useEffect(() => {
    addEventListener('online', loadAnew);
    return () => removeEventListener('online', loadAnew);
  }, []);
  return <OfflinePage />;
}

const loadAnew = () => location.reload();
