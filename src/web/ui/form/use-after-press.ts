import { useEffect, useRef } from 'react';

/**
 * Puts off what moves the page until no pointer is down. A field that is left complains beneath itself and pushes the rest down;
 * if that came between the pressing and the letting go of a link below, the press would miss it.
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
      // After the click, which comes right behind.
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
