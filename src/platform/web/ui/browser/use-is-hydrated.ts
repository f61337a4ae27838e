import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/**
 * False on the server and in the first rendering of its page here; true from then on, and in pages
 * that the browser draws.
 */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
