import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazyExtra } from '#ui/lazy.tsx';
import { useSessionRole } from '#web/session.ts';

const LateParts = lazyExtra(() => import('./late-parts.tsx'), 'LateParts');

export const ScreenParts = () => (
  <>
    <LateParts />
    <Queue />
  </>
);

/** Its code loads after the screen, but on every screen, because it could not be loaded offline. */
function Queue() {
  const role = useSessionRole();
  const { pathname } = useLocation();
  const [Parts, setParts] = useState<React.ComponentType<{ pathname: string }> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a failure, the next screen retries
  useEffect(() => {
    if (!role) return;
    import('../pending/queue-parts.tsx').then(
      ({ QueueParts, startQueue }) => {
        setParts(() => QueueParts);
        void startQueue();
      },
      // The next screen retries.
      () => {},
    );
  }, [role, pathname]);
  return Parts && role && <Parts pathname={pathname} />;
}
