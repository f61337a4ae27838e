import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** "Next" was pressed on this step, so Back in the history leads to it. */
    stepBefore?: number;
  }
}

export type Steps = ReturnType<typeof useSteps>;

/**
 * The steps of a long form. The URL names the open step, so that the browser's Back leads one step
 * back, and a reload stays. A URL can also open a step before the earlier ones are filled in: only
 * the last step sends the form, and leads back to what is wrong.
 */
export function useSteps(count: number) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const stepBefore = useLocation({ select: ({ state }) => state.stepBefore });
  const { step = 1 } = useSearch({ strict: false });
  const number = step > 0 && step <= count ? step : 1;
  const wanted = useRef<string | null>(null);
  const hasOpened = useRef(false);

  const replace = (next: number, resetScroll: boolean) =>
    navigate({ to: '.', search: { step: searchOf(next) }, replace: true, resetScroll });

  return {
    number,
    count,
    next: () =>
      void navigate({
        to: '.',
        search: { step: searchOf(number + 1) },
        state: { stepBefore: number },
      }),
    back: () => {
      if (stepBefore === number - 1) history.back();
      else void replace(number - 1, true);
    },
    /** Leads to a field of any step, given by its selector, and focuses it. */
    leadTo: (next: number, selector: string) => {
      // The field of another step, or of a form that is not shown at the moment, gets the focus
      // when its step opens.
      if (next === number && focus(selector)) return;
      wanted.current = selector;
      if (next !== number) void replace(next, false);
    },
    /**
     * A step has opened, or its fields have loaded: focuses the field that the user was led to,
     * otherwise the heading. For the first step the focus stays where the page puts it.
     */
    takeFocus: useCallback((heading?: HTMLElement | null) => {
      if (wanted.current === null) {
        if (hasOpened.current) heading?.focus({ preventScroll: true });
      } else if (focus(wanted.current)) wanted.current = null;
      hasOpened.current = true;
    }, []),
  };
}

const searchOf = (step: number) => (step === 1 ? undefined : step);

/** Also scrolls to the element. Returns whether it exists. */
function focus(selector: string): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  element?.focus();
  return element !== null;
}
