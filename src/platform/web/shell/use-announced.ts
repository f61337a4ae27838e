import { useEffect } from 'react';
import { usePageTitle } from './use-page-title.ts';

/**
 * Once the product or farm of a page has loaded, its name becomes the page's title, and the
 * heading, which was not there before, gets the focus.
 */
export function useAnnounced(name: string | undefined): void {
  usePageTitle(name);
  useEffect(() => {
    if (!name) return;
    // After the router, which moves the focus to a heading too.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [name]);
}
