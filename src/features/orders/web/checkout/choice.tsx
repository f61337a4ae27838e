import { type ComponentProps, type ReactNode, useId } from 'react';

type ChoiceProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> & {
  label: string;
  /** The cost, shown on the right. */
  aside?: string | undefined;
  children?: ReactNode;
};

/**
 * One of a few options with its explanation; the whole card can be tapped. Place it in a fieldset.
 */
export function Choice({ label, aside, children, ...input }: ChoiceProps) {
  const id = useId();
  return (
    <div className="relative flex min-h-14 items-start gap-3 rounded-field border-[1.5px] border-edge bg-card px-4 py-3.5 has-checked:border-leaf has-checked:bg-leaf-soft has-disabled:border-line has-disabled:bg-sunk">
      <input
        {...input}
        type="radio"
        id={id}
        aria-describedby={children ? `${id}-more` : undefined}
        className="mt-0.5 size-5.5 shrink-0 accent-leaf-solid"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <label htmlFor={id} className="font-semibold after:absolute after:inset-0">
            {label}
          </label>
          {aside && <span className="ml-auto font-semibold tabular-nums">{aside}</span>}
        </div>
        {children && (
          <p id={`${id}-more`} className="text-muted text-sm">
            {children}
          </p>
        )}
      </div>
    </div>
  );
}
