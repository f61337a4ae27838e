import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The cart comes when its tab is opened. */
export const LaterCartView = later(
  () => import('./cart-view.tsx').then(({ CartView }) => CartView),
  <Skeleton className="h-64" />,
);
