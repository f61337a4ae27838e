import { type ReactNode, useState } from 'react';
import { useDelayed } from '../browser/use-delayed.ts';
import { Skeleton } from './skeleton.tsx';

/**
 * Over two minutes in all: a photo that was just sent is prepared within seconds, and a bad line is
 * better by then, or the page is left.
 */
const PAUSES_SECONDS = [2, 2, 4, 8, 15, 30, 60];

/**
 * Shows a placeholder in place of a picture that could not be loaded, and loads it again by itself,
 * because the server prepares large photos after they were sent. Give it the picture's address as
 * `key`, so that another picture begins anew.
 */
export function RetriedPicture({ children }: { children: ReactNode }) {
  const [failures, setFailures] = useState(0);
  const [isPausing, setIsPausing] = useState(false);
  const runDelayed = useDelayed();
  const pause = () => {
    const seconds = PAUSES_SECONDS[failures];
    setIsPausing(true);
    setFailures(failures + 1);
    if (seconds !== undefined) runDelayed(() => setIsPausing(false), seconds * 1000);
  };
  if (isPausing)
    return failures > PAUSES_SECONDS.length ? null : (
      <Skeleton className="size-full rounded-none!" />
    );
  // Errors of pictures don't bubble. What is mounted after a pause is a new element, which asks the
  // server again.
  return (
    <span className="contents" onErrorCapture={pause}>
      {children}
    </span>
  );
}
