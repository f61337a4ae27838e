import { useEffect, useId, useState } from 'react';
import { m } from '#text';

type ButtonProps = Omit<React.ComponentProps<'button'>, 'disabled'> & {
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
  const press = (event: React.MouseEvent<HTMLButtonElement>) => {
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

export function Spinner() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5 shrink-0 motion-safe:animate-spin"
    >
      <circle
        cx="12"
        cy="12"
        r="9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        opacity="0.3"
      />
      <path
        d="M21 12a9 9 0 0 0-9-9"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}

const variants = {
  primary: 'button-primary',
  gold: 'border-transparent bg-maize text-on-maize hover:bg-maize-strong',
  secondary: 'button-secondary',
  quiet: 'border-transparent text-ink hover:bg-line/60',
  danger: 'border-transparent bg-soil-solid text-white hover:bg-soil-strong',
  /** For a coloured background that is the same in both colour schemes. */
  dark: 'border-transparent bg-forest text-white hover:bg-black focus-visible:outline-forest',
  outline: 'border-current bg-transparent hover:bg-black/10 focus-visible:outline-forest',
};

/** The vertical padding matters only for labels that wrap to two lines. */
const sizes = {
  small: 'button-small',
  medium: 'min-h-12 px-5 py-2',
  large: 'min-h-14 px-7 py-2 text-lg',
  icon: 'size-11 shrink-0',
};

type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;
type ButtonLook = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  isWide?: boolean;
  isDisabled?: boolean;
};

export const buttonClass = ({
  variant = 'primary',
  size = 'medium',
  isWide = false,
  isDisabled = false,
}: ButtonLook = {}) =>
  classNames(
    'button',
    isDisabled ? 'cursor-not-allowed! border-line bg-line text-muted' : variants[variant],
    sizes[size],
    isWide && 'w-full',
  );

/** Give it the content's size, so that nothing moves afterwards. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={classNames('rounded-field bg-line motion-safe:animate-pulse', className)}
    />
  );
}

const HANGING_MILLISECONDS = 8000;

export function CodeSpace({ children }: { children: React.ReactNode }) {
  if (!useIsLate(true, HANGING_MILLISECONDS)) return children;
  return (
    <div role="status" className="py-10 text-center">
      <p className="mb-4">{m.offlineText()}</p>
      <Button onClick={() => location.reload()}>{m.retry()}</Button>
    </div>
  );
}

const LATE_MILLISECONDS = 300;

export function useIsLate(isPending: boolean, milliseconds = LATE_MILLISECONDS) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isPending) return;
    const timer = setTimeout(() => setIsLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isPending, milliseconds]);
  return isPending && isLate;
}

export const classNames = (...names: (string | false | null | undefined)[]) =>
  names.filter(Boolean).join(' ');

export function Card({ className, ...rest }: React.ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={classNames('rounded-card border border-line bg-card p-5 sm:p-6', className)}
    />
  );
}
