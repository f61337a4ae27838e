import { useEffect, useState } from 'react';

const LATE_MILLISECONDS = 300;

/** Whether something has been pending long enough to show a loading state. */
export function useIsLate(isPending: boolean): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLate(true), LATE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isPending]);
  return isPending && isLate;
}
