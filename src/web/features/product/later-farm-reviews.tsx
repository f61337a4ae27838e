import { later } from '#web/ui/browser/lazy.tsx';

/** Below all that one comes for, so its code comes after it. */
export const LaterFarmReviews = later(() => import('./farm-reviews.tsx').then(({ FarmReviews }) => FarmReviews), null);
