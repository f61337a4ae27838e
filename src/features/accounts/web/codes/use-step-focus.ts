import { type RefObject, useEffect } from 'react';

type Focused = { top: RefObject<HTMLElement | null>; target: RefObject<HTMLElement | null> };

/** Shows a step from its top with its target focused. */
export function useStepFocus({ top, target }: Focused) {
  useEffect(() => {
    // The previous form was longer, and the page is still scrolled to its button.
    top.current?.scrollIntoView({ block: 'nearest' });
    target.current?.focus();
    // The next screen may take the focus. Otherwise it goes to the page's heading, so that it isn't
    // lost.
    return () => {
      if (document.activeElement === document.body) document.querySelector('h1')?.focus();
    };
  }, [top, target]);
}
