import { useEffect } from 'react';

/** Calls the page by what it shows: its product, its open tab. Until that is known it keeps the name of its route. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    // After the router, which says the route's name when it has drawn the page.
    const timer = setTimeout(() => {
      document.title = `${name} · SokoShamba`;
    });
    return () => clearTimeout(timer);
  }, [name]);
}
