import { useEffect } from 'react';

/** Fetches what a later step needs, once the screen itself is there. A failure shows when the step is reached. */
export function usePreload({ preload }: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    preload().catch(() => {});
  }, [preload]);
}
