import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';

const widths = {
  sm: '(width >= 40rem)',
  md: '(width >= 48rem)',
  lg: '(width >= 64rem)',
  xl: '(width >= 80rem)',
};

const subscribers = Object.fromEntries(
  Object.values(widths).map((query) => [
    query,
    (onChange: () => void) => {
      const wide = matchMedia(query);
      wide.addEventListener('change', onChange);
      return () => wide.removeEventListener('change', onChange);
    },
  ]),
);

/** For parts that a narrower screen doesn't render at all. Pages from the server contain them. */
export function useIsWide(width: keyof typeof widths) {
  const query = widths[width];
  return useSyncExternalStore(
    subscribers[query] ?? (() => () => {}),
    () => matchMedia(query).matches,
    () => true,
  );
}

/** Resolves when the screen has that width, which may be never; on the server, at once. */
export async function onceWide(width: keyof typeof widths) {
  if (import.meta.env.SSR) return;
  const wide = matchMedia(widths[width]);
  if (!wide.matches) await new Promise((resolve) => wide.addEventListener('change', resolve));
}

const neverChanges = () => () => {};

export const useIsHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );

let connectionText: string | null = null;
const listeners = new Set<() => void>();

/**
 * Set by the code that watches the server's answers, which is more reliable than the device's
 * state.
 */
export function setConnectionText(text: string | null) {
  if (text === connectionText) return;
  connectionText = text;
  for (const listener of listeners) listener();
}

export const useIsOnline = () =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

export const useConnectionText = () =>
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

export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback(() => isShown.current, []);
}

export function useDelayed(): (run: () => void, milliseconds: number) => void {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);
  return useCallback((run, milliseconds) => {
    timers.current.add(setTimeout(run, milliseconds));
  }, []);
}
