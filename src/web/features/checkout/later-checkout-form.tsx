import { later } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

export const checkoutSkeleton = (
  <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <Skeleton className="h-[40rem] rounded-card!" />
    <Skeleton className="h-72 rounded-card!" />
  </div>
);

/** The form's code comes while the cart is asked for. */
export const LaterCheckoutForm = later(
  () => import('./checkout-form.tsx').then(({ CheckoutForm }) => CheckoutForm),
  checkoutSkeleton,
);
export const LaterResumedAct = later(() => import('./resumed-act.tsx').then(({ ResumedAct }) => ResumedAct), checkoutSkeleton);
