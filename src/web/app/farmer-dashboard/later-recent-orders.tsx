import { later } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Beneath the figures, so its code comes after theirs. */
export const LaterRecentOrders = later(
  () => import('./recent-orders.tsx').then(({ RecentOrders }) => RecentOrders),
  <Skeleton className="h-96" />,
);
