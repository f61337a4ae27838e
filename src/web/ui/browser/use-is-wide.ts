import { useSyncExternalStore } from 'react';

/** The same widths as Tailwind's `md:` and `lg:`. */
const widths = { md: '(width >= 48rem)', lg: '(width >= 64rem)' };

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

/** Whether the screen is at least this wide, for parts that a narrower screen does not render at all. */
export function useIsWide(width: keyof typeof widths): boolean {
  const query = widths[width];
  return useSyncExternalStore(subscribers[query] ?? (() => () => {}), () => matchMedia(query).matches);
}
