import type { ReactNode } from 'react';
import { m } from '#text';
import { useIsLate } from '../browser/screen-state.ts';
import { Button } from '../form/button.tsx';

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
