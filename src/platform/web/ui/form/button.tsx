import { type ComponentProps, type MouseEvent, useId } from 'react';
import { m } from '#text';
import { Spinner } from '../feedback/spinner.tsx';
import { classNames } from '../layout/class-names.ts';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isWide?: boolean;
  /** Ignores further clicks, so that a double tap acts once. */
  isBusy?: boolean;
  disabledReason?: string | undefined;
  /** Pressing the disabled button focuses the field of this selector, or calls this function. */
  missing?: string | (() => void);
};

export function Button({
  variant = 'primary',
  size = 'medium',
  isWide = false,
  isBusy = false,
  disabledReason,
  missing,
  type = 'button',
  onClick,
  className,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const isDisabled = isBusy || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // The `disabled` attribute would drop the focus and hide the reason from screen readers.
    if (!isDisabled) return onClick?.(event);
    event.preventDefault();
    if (!missing || isBusy) return;
    if (typeof missing === 'function') return missing();
    document.querySelector<HTMLElement>(missing)?.focus();
  };
  const button = (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={isDisabled || undefined}
      aria-busy={isBusy || undefined}
      aria-describedby={disabledReason ? reasonId : rest['aria-describedby']}
      className={classNames(
        buttonClass({ variant, size, isWide, isDisabled: disabledReason !== undefined }),
        className,
      )}
    >
      {isBusy && <Spinner />}
      {children}
      {isBusy && <span className="sr-only">{m.inProgress()}</span>}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <span className={classNames('inline-flex flex-col gap-1.5', isWide && 'w-full')}>
      {button}
      <span id={reasonId} className="text-center text-muted text-sm">
        {disabledReason}
      </span>
    </span>
  );
}
