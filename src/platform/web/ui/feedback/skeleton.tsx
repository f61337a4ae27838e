import { classNames } from '../layout/class-names.ts';

/** Give it the content's size, so that nothing moves afterwards. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('rounded-field bg-line motion-safe:animate-pulse', className)}
    />
  );
}
