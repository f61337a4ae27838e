import { later } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

export const orderSkeleton = (
  <div className="grid gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
    <Skeleton className="h-96 rounded-card!" />
    <Skeleton className="h-72 rounded-card!" />
  </div>
);

/** Its code comes while the order is asked for. */
export const LaterOrderView = later(() => import('./order-view.tsx').then(({ OrderView }) => OrderView), orderSkeleton);
