import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False on the server and during hydration. True afterwards, and always in pages that the browser
 * renders.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
