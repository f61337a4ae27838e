import { useEffect } from 'react';
import { usePageTitle } from './page-frame.tsx';

/**
 * Once a product or farm has loaded, its name becomes the title, and its heading gets the focus.
 */
export function useAnnounced(name: string | undefined): void {
  usePageTitle(name);
  useEffect(() => {
    if (!name) return;
    // The router moves the focus to a heading first.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [name]);
}
