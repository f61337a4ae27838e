import { later } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Stands below the first fields of a long form: it comes right after them. */
export const LaterLocationPicker = later(
  () => import('#web/features/location/location-picker.tsx').then(({ LocationPicker }) => LocationPicker),
  <Skeleton className="h-[52rem]" />,
);
