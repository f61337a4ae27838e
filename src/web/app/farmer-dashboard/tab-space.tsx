import { useIsLate } from '#web/ui/browser/use-is-late.ts';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** Where a tab is about to be, and where one was whose session has ended. */
export function TabSpace() {
  const isLate = useIsLate(true);
  return (
    <div className={isLate ? 'grid gap-4' : 'invisible grid gap-4'}>
      <Skeleton className="h-10 w-52" />
      <Skeleton className="h-72" />
    </div>
  );
}
