import { type FocusEvent, useEffect, useState } from 'react';
import { SLIDE_INTERVAL_MILLISECONDS } from '#shared/limits.ts';

export const SLIDE_COUNT = 3;

/**
 * Which picture is shown. It advances by itself unless somebody points at it, focuses something in it or has paused it, the page
 * is hidden, or the person has asked the system for reduced motion.
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
      onPointerEnter: () => setIsPointedAt(true),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: () => setIsFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setIsFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

export type Slideshow = ReturnType<typeof useSlideshow>;
