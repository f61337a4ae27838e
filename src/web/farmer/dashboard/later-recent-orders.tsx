import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** Beneath the figures, so its code comes after theirs. */
export const LaterRecentOrders = later(
  () => import('./recent-orders.tsx').then(({ RecentOrders }) => RecentOrders),
  <Skeleton className="h-96" />,
);
