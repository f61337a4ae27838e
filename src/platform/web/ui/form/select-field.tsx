import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

type Option = { value: string; label: string };
type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'children'> & {
    options: readonly Option[];
    placeholder?: string;
  };

export function SelectField({
  label,
  hint,
  error,
  isOptional = false,
  className,
  options,
  placeholder,
  ...input
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => (
        <div className="relative">
          <select {...input} {...control} className="input appearance-none pr-11">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(({ value, label: text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="pointer-events-none absolute top-1/2 right-3.5 size-5 -translate-y-1/2"
          >
            <path
              d="m5 7.5 5 5 5-5"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </div>
      )}
    </Field>
  );
}
