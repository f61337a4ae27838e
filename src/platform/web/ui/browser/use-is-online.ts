import { useSyncExternalStore } from 'react';

let connectionText: string | null = null;
const listeners = new Set<() => void>();

/**
 * Set by the code that watches the server's answers, which is more reliable than the device's
 * state.
 */
export function setConnectionText(text: string | null): void {
  if (text === connectionText) return;
  connectionText = text;
  for (const listener of listeners) listener();
}

export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

export const useConnectionText = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => connectionText,
    () => null,
  );

function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
