import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { SLIDE_INTERVAL_MILLISECONDS } from '#platform/rules/limits.ts';

export const SLIDE_COUNT = 3;

/**
 * Which picture is shown. It advances by itself unless somebody points at it, has moved the
 * keyboard's focus into it or has paused it, the page is hidden, or the person has asked the system
 * for reduced motion. A click on an arrow or a dot does not stop it, although the button keeps the
 * focus: only a focus that the browser shows counts.
 */
export function useSlideshow() {
  const [shown, setShown] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isTurning = !(isPaused || isPointedAt || isFocused);

  useEffect(() => {
    // With reduced motion the slideshow starts paused and can be started by hand.
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
      // A finger does not point: it taps, and some browsers never say that it has left.
      onPointerEnter: ({ pointerType }: PointerEvent) => setIsPointedAt(pointerType !== 'touch'),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  };
}

export type Slideshow = ReturnType<typeof useSlideshow>;
