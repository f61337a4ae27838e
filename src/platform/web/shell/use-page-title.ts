import { useEffect } from 'react';

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
