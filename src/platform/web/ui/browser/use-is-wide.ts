import { useSyncExternalStore } from 'react';

/** Tailwind's breakpoints. */
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
export function useIsWide(width: keyof typeof widths): boolean {
  const query = widths[width];
  return useSyncExternalStore(
    subscribers[query] ?? (() => () => {}),
    () => matchMedia(query).matches,
    () => true,
  );
}
