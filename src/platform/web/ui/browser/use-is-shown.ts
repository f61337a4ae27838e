import { useCallback, useEffect, useRef } from 'react';

/** Whether a part of the screen is still there, for work that ends later. */
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
