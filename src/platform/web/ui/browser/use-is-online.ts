import { useSyncExternalStore } from 'react';

let lineText: string | null = null;
const listeners = new Set<() => void>();

/** Called by who follows the server's answers, which tell more than the device does. */
export function sayOfLine(text: string | null): void {
  if (text === lineText) return;
  lineText = text;
  for (const listener of listeners) listener();
}

/** Whether the device reports a connection; true if it cannot tell. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** What to say about the line; null if the server answers, or nothing is known of it. */
export const useLineText = (): string | null =>
  useSyncExternalStore(
    subscribe,
    () => lineText,
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
