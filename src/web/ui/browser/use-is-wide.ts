import { useSyncExternalStore } from 'react';

/** As Tailwind's `lg:` has it. */
const WIDE = '(width >= 64rem)';

function subscribe(onChange: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener('change', onChange);
  return () => wide.removeEventListener('change', onChange);
}

/** Whether there is room beside the list, for what a phone need not even build. Where it only has to be hidden, a class does. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
