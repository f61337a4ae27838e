import { useCallback, useEffect, useRef } from 'react';

export function useDelayed(): (run: () => void, milliseconds: number) => void {
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pending = timers.current;
    return () => {
      for (const timer of pending) clearTimeout(timer);
    };
  }, []);
  return useCallback((run, milliseconds) => {
    timers.current.add(setTimeout(run, milliseconds));
  }, []);
}
