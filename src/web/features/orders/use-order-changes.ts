import { useEffect, useRef } from 'react';
import type { Role } from '#shared/account.ts';

/**
 * Keeps a screen's orders up to date while it is looked at: `onChange` is called whenever one of them changed, after each
 * reconnection, and when the page is seen again. It should refetch (invalidate) what it shows. No line is held for a page in the
 * background.
 */
export function useOrderChanges(role: Role, onChange: () => void): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });

  useEffect(() => {
    let stop: (() => void) | null = null;
    let isWanted = false;

    const start = async () => {
      if (isWanted) return;
      isWanted = true;
      // Where its code can't be fetched the screen stays as it was: it can still be reloaded.
      const module = await import('./order-changes.ts').catch(() => null);
      if (isWanted && module && !stop) stop = module.followOrders(role, () => latest.current());
    };
    const end = () => {
      isWanted = false;
      stop?.();
      stop = null;
    };
    const follow = () => (document.visibilityState === 'visible' ? void start() : end());

    follow();
    document.addEventListener('visibilitychange', follow);
    addEventListener('pagehide', end);
    addEventListener('pageshow', follow);
    return () => {
      end();
      document.removeEventListener('visibilitychange', follow);
      removeEventListener('pagehide', end);
      removeEventListener('pageshow', follow);
    };
  }, [role]);
}
