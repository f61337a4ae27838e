import { type RefObject, useEffect } from 'react';

/** The header's height, which is the scroll margin of the steps. */
const HEADER_PIXELS = 96;

type Focused = { top: RefObject<HTMLElement | null>; target: RefObject<HTMLElement | null> };

export function useStepFocus({ top, target }: Focused) {
  useEffect(() => {
    target.current?.focus();
    // The page may still be scrolled to the previous form's button, and 'nearest' would leave a
    // high step.
    const isHidden = (top.current?.getBoundingClientRect().top ?? 0) < HEADER_PIXELS;
    if (isHidden) top.current?.scrollIntoView();
    // Keeps the focus on the page, unless the next screen takes it.
    return () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    };
  }, [top, target]);
}
