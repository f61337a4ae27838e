import { type ReactNode, useState } from 'react';
import { useDelayed } from '../browser/screen-state.ts';
import { Skeleton } from './loading.tsx';

/** Two minutes in total: a new photo is processed within seconds. */
const PAUSES_SECONDS = [2, 2, 4, 8, 15, 30, 60];

/** Set the address as `key`, so that another picture starts over. */
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
  // Error events don't bubble. After a pause a new element requests the picture again.
  return (
    <span className="contents" onErrorCapture={pause}>
      {children}
    </span>
  );
}
