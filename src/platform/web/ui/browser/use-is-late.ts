import { useEffect, useState } from 'react';

const LATE_MILLISECONDS = 300;

export function useIsLate(isPending: boolean, milliseconds = LATE_MILLISECONDS): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isPending, milliseconds]);
  return isPending && isLate;
}
