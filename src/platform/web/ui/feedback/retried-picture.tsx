import { type ReactNode, useState } from 'react';
import { useDelayed } from '../browser/use-delayed.ts';
import { Skeleton } from './skeleton.tsx';

/**
 * Two minutes in total. A new photo is processed within seconds, and by then a bad connection has
 * recovered or the user has left the page.
 */
const PAUSES_SECONDS = [2, 2, 4, 8, 15, 30, 60];

/**
 * Shows a placeholder for a picture that could not be loaded, and retries, because the server
 * processes large photos after their upload. Set the picture's address as `key`, so that another
 * picture starts over.
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
  // A picture's error events don't bubble. After a pause a new element is mounted, which requests
  // the picture again.
  return (
    <span className="contents" onErrorCapture={pause}>
      {children}
    </span>
  );
}
