import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * So far above or below the screen that what is fetched then is there when it is scrolled to, on
 * most lines.
 */
const NEAR_PIXELS = 600;

/**
 * Whether an element has come near the screen, for what only those need who scroll so far. It stays
 * near. `wasNear`: it is from the beginning.
 */
export function useNear<Watched extends Element>(
  wasNear: boolean,
): [RefObject<Watched | null>, boolean] {
  const watched = useRef<Watched>(null);
  const [isNear, setIsNear] = useState(wasNear);
  useEffect(() => {
    if (isNear || !watched.current) return;
    const observer = new IntersectionObserver(
      (entries) => setIsNear(entries.some(({ isIntersecting }) => isIntersecting)),
      {
        rootMargin: `${NEAR_PIXELS}px 0px`,
      },
    );
    observer.observe(watched.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [watched, isNear];
}
