import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';

/**
 * The second step of every account screen. Its code is loaded while the first step is filled in.
 */
export const LazyCodeEntry = lazy(
  () => import('./code-entry.tsx').then(({ CodeEntry }) => CodeEntry),
  <Skeleton className="h-96" />,
);
