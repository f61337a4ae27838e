import { later } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** The products come first; what narrows them down a moment after. As high as what it stands for, so that nothing moves. */
export const LaterFilterPanel = later(
  () => import('./filter-panel.tsx').then(({ FilterPanel }) => FilterPanel),
  <Skeleton className="h-[35rem]" />,
);
