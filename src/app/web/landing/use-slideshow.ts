import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { SLIDE_INTERVAL_MILLISECONDS } from '#platform/rules/limits.ts';

export const SLIDE_COUNT = 3;

/**
 * The current picture. It advances automatically unless the pointer is over it, it has the keyboard
 * focus, it is paused, the page is hidden, or the system is set to reduced motion. A click on an
 * arrow or a dot doesn't stop it, although the button keeps the focus, because only visible focus
 * counts.
 */
export function useSlideshow() {
  const [shown, setShown] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isTurning = !(isPaused || isPointedAt || isFocused);

  useEffect(() => {
    // With reduced motion the slideshow starts paused and can be started manually.
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPaused(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture chosen by hand is shown for the full time as well
  useEffect(() => {
    if (!isTurning) return;
    const timer = setInterval(() => {
      if (!document.hidden) setShown((current) => (current + 1) % SLIDE_COUNT);
    }, SLIDE_INTERVAL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isTurning, shown]);

  return {
    shown,
    isTurning,
    isPaused,
    show: (index: number) => setShown((index + SLIDE_COUNT) % SLIDE_COUNT),
    togglePause: () => setIsPaused(!isPaused),
    holdWhileUsed: {
      // Touch doesn't hover, and some browsers never report that a finger has left.
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsPointedAt(pointerType !== 'touch'),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  };
}

export type Slideshow = ReturnType<typeof useSlideshow>;
