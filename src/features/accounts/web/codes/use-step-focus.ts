import { type RefObject, useEffect } from 'react';

/** The scroll margin of the steps, as high as the page's header. */
const HEADER_PIXELS = 96;

type Focused = { top: RefObject<HTMLElement | null>; target: RefObject<HTMLElement | null> };

/** Shows a step from its top with its target focused. */
export function useStepFocus({ top, target }: Focused) {
  useEffect(() => {
    target.current?.focus();
    // The previous form was longer, and the page is still scrolled to its button. The step may be
    // higher than the screen, which 'nearest' would leave as it is.
    const isHidden = (top.current?.getBoundingClientRect().top ?? 0) < HEADER_PIXELS;
    if (isHidden) top.current?.scrollIntoView();
    // The next screen may take the focus. Otherwise it goes to the page's heading, so that it isn't
    // lost.
    return () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    };
  }, [top, target]);
}
