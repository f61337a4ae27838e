import { useEffect, useRef } from 'react';

/**
 * Moves the focus of a removed element to its container, whose `tabIndex` is -1. On the body, a
 * keyboard or a screen reader would begin the page anew.
 */
export function useKeptFocus(container: React.RefObject<HTMLElement | null>) {
  const last = useRef<EventTarget | null>(null);
  useEffect(() => {
    const element = container.current;
    const note = ({ target }: FocusEvent) => {
      last.current = target;
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [container]);
  useEffect(() => {
    const isRemoved = last.current instanceof Element && !last.current.isConnected;
    if (!isRemoved || document.activeElement !== document.body) return;
    container.current?.focus({ preventScroll: true });
  });
}
