import { useEffect } from 'react';

/** Until the name is known, the route's title stays. */
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
