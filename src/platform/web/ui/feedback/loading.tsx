import { type ReactNode, useEffect, useState } from 'react';
import { m } from '#text';
import { Button } from '../form/button.tsx';
import { classNames } from '../layout/class-names.ts';

/** Give it the content's size, so that nothing moves afterwards. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('rounded-field bg-line motion-safe:animate-pulse', className)}
    />
  );
}

const HANGING_MILLISECONDS = 8000;

export function CodeSpace({ children }: { children: ReactNode }) {
  if (!useIsLate(true, HANGING_MILLISECONDS)) return children;
  return (
    <div role="status" className="py-10 text-center">
      <p className="mb-4">{m.offlineText()}</p>
      <Button onClick={() => location.reload()}>{m.retry()}</Button>
    </div>
  );
}

const LATE_MILLISECONDS = 300;

export function useIsLate(isPending: boolean, milliseconds = LATE_MILLISECONDS) {
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
