import { useEffect } from 'react';

/** Until the name is known, the route's title stays. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    // The router sets the route's title first.
    const timer = setTimeout(() => {
      document.title = `${name} · SokoShamba`;
    });
    return () => clearTimeout(timer);
  }, [name]);
}
