import { useEffect } from 'react';

/**
 * Sets the title to what the page shows, such as its product or its open tab. Until that is known,
 * the route's title stays.
 */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    // After the router, which sets the route's title when it has rendered the page.
    const timer = setTimeout(() => {
      document.title = `${name} · SokoShamba`;
    });
    return () => clearTimeout(timer);
  }, [name]);
}
