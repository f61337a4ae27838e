import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** A reader this close to the end counts as being there. */
const END_PIXELS = 60;

type Thread = {
  /** Undefined without messages. */
  first: string | undefined;
  last: string | undefined;
  isOwn: boolean;
  /** The newest message is on screen and the page is visible. */
  onSeen: () => void;
};

/** Stays at the end if the reader was there or has just written, and otherwise where they read. */
export function useThreadScroll(
  box: RefObject<HTMLElement | null>,
  { first, last, isOwn, onSeen }: Thread,
) {
  const [hasNew, setHasNew] = useState(false);
  const known = useRef({ first, last, height: 0, isAtEnd: true });
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const before = known.current;
    const isLonger = last !== before.last;
    if (isLonger && isOwn) before.isAtEnd = true;
    if (before.isAtEnd) element.scrollTop = element.scrollHeight;
    else if (first !== before.first) element.scrollTop += element.scrollHeight - before.height;
    if (isLonger && !before.isAtEnd) setHasNew(true);
    known.current = { first, last, height: element.scrollHeight, isAtEnd: before.isAtEnd };
  }, [box, first, last, isOwn]);

  // A new delivery mark or a growing text field also moves the end.
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const stay = new ResizeObserver(() => {
      if (known.current.isAtEnd) element.scrollTop = element.scrollHeight;
      known.current.height = element.scrollHeight;
    });
    stay.observe(element);
    for (const child of element.children) stay.observe(child);
    const look = () => {
      known.current.isAtEnd =
        element.scrollHeight - element.scrollTop - element.clientHeight < END_PIXELS;
      if (!known.current.isAtEnd) return;
      setHasNew(false);
      if (document.visibilityState === 'visible') seen.current();
    };
    element.addEventListener('scroll', look, { passive: true });
    document.addEventListener('visibilitychange', look);
    return () => {
      stay.disconnect();
      element.removeEventListener('scroll', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [box]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is seen as it comes
  useEffect(() => {
    if (known.current.isAtEnd && document.visibilityState === 'visible') seen.current();
  }, [last]);

  const toEnd = () => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  };
  return { hasNew, toEnd };
}
