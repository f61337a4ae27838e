import { classNames } from '../layout/class-names.ts';

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

export type ButtonVariant = keyof typeof variants;
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
}: ButtonLook = {}): string =>
  classNames(
    'button',
    isDisabled ? 'cursor-not-allowed! border-line bg-line text-muted' : variants[variant],
    sizes[size],
    isWide && 'w-full',
  );
