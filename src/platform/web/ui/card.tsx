import { classNames } from './elements.tsx';

export function Card({ className, ...rest }: React.ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-card border border-line bg-card p-5 sm:p-6', className)}
    />
  );
}
