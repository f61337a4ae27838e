import { later } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** The cart comes when its tab is opened. */
export const LaterCartView = later(
  () => import('#web/features/cart/cart-view.tsx').then(({ CartView }) => CartView),
  <Skeleton className="h-64" />,
);
