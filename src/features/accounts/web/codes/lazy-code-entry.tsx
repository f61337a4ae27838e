import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';

/** Loads while the user fills in the first step. */
export const LazyCodeEntry = lazy(
  () => import('./code-entry.tsx').then(({ CodeEntry }) => CodeEntry),
  <Skeleton className="h-96" />,
);
