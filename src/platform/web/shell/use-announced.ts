import { useEffect } from 'react';
import { usePageTitle } from './use-page-title.ts';

/**
 * When a page's product or farm has loaded, makes its name the page's title, and focuses the
 * heading, which did not exist before.
 */
export function useAnnounced(name: string | undefined): void {
  usePageTitle(name);
  useEffect(() => {
    if (!name) return;
    // After the router, which also moves the focus to a heading.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body)
        document.querySelector('h1')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [name]);
}
