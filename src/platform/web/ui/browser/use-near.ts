import { startTransition, useEffect, useRef, useState } from 'react';

/** On most connections content is ready when the user scrolls to it. */
const NEAR_PIXELS = 600;

export function useNear<Watched extends Element>(
  wasNear: boolean,
): [React.RefObject<Watched | null>, boolean] {
  const watched = useRef<Watched>(null);
  const [isNear, setIsNear] = useState(wasNear);
  useEffect(() => {
    if (isNear || !watched.current) return;
    const observer = new IntersectionObserver(
      (entries) =>
        startTransition(() => setIsNear(entries.some(({ isIntersecting }) => isIntersecting))),
      {
        rootMargin: `${NEAR_PIXELS}px 0px`,
      },
    );
    observer.observe(watched.current);
    return () => observer.disconnect();
  }, [isNear]);
  return [watched, isNear];
}
