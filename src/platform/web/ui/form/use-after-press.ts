import { useEffect, useRef } from 'react';

/**
 * Delays changes that move the page until no pointer is down. When the user leaves a field, its
 * error appears below and moves the rest down. If that happened while a link further down was being
 * pressed, the click would miss the link.
 */
export function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // After the click, which follows immediately.
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run();
      });
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', release, true);
    addEventListener('pointercancel', release, true);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', release, true);
      removeEventListener('pointercancel', release, true);
    };
  }, []);

  return (run) => {
    if (isPressed.current) waiting.current.push(run);
    else run();
  };
}
