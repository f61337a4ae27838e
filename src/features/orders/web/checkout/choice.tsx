import { classNames } from '#ui/elements.tsx';

export function Choice({
  className,
  children,
  type = 'radio',
  ...input
}: React.ComponentProps<'input'>) {
  return (
    <label
      className={classNames(
        'relative flex min-h-12 min-w-0 flex-col items-center justify-center px-2.5 py-1 text-center leading-tight',
        'has-checked:bg-leaf-soft has-checked:text-on-leaf-soft has-checked:[box-shadow:inset_0_0_0_2px_var(--color-leaf-solid)] has-disabled:cursor-not-allowed! has-disabled:text-muted has-focus-visible:z-10 has-focus-visible:outline-3 has-focus-visible:outline-leaf has-focus-visible:outline-offset-2',
        className,
      )}
    >
      {/* It covers the button, so that a tap anywhere chooses it. */}
      <input
        {...input}
        type={type}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      {children}
    </label>
  );
}
