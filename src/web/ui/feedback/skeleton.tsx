import { classNames } from '#web/ui/layout/class-names.ts';

/** The shape of what is still to come. Give it the size of what it stands for, so that nothing moves afterwards. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classNames('rounded-field bg-line motion-safe:animate-pulse', className)} />;
}
