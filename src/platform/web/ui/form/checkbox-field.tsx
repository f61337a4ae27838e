import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../layout/class-names.ts';
import { FieldError } from './field.tsx';

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type' | 'children'> & {
  label: ReactNode;
  error?: string | undefined;
};

export function CheckboxField({ label, error, className, ...input }: CheckboxFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={classNames('grid gap-1', className)}>
      <div className="flex items-start">
        <span className="-ml-2.5 grid size-11 shrink-0 place-items-center">
          <input
            {...input}
            type="checkbox"
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            className="size-6 cursor-pointer rounded accent-leaf-solid"
          />
        </span>
        <label htmlFor={id} className="py-2.5">
          {label}
        </label>
      </div>
      <FieldError id={errorId} text={error} />
    </div>
  );
}
