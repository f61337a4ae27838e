import { useId } from 'react';
import { tidyPhoneNumber } from '#rules/phone-number.ts';
import { m } from '#text';
import { classNames } from './elements.tsx';

export type FieldProps = {
  label: string;
  hint?: React.ReactNode;
  error?: string | undefined;
  warning?: string | undefined;
  isOptional?: boolean;
};

type ControlAttributes = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldFrame = FieldProps & {
  className?: string | undefined;
  children: (control: ControlAttributes) => React.ReactNode;
};

export function Field({
  label,
  hint,
  error,
  warning,
  isOptional = false,
  className,
  children,
}: FieldFrame) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const warningId = `${id}-warning`;
  const describedBy = classNames(
    error && errorId,
    warning && warningId,
    hint !== undefined && hintId,
  );
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <span className="font-normal text-muted"> {m.optionalMark()}</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-muted text-sm has-[>:only-child:empty]:hidden">
          {hint}
        </p>
      )}
      <div aria-live="polite" className="empty:hidden">
        {warning && (
          <p id={warningId} className="font-medium text-sm">
            {warning}
          </p>
        )}
      </div>
      <FieldError id={errorId} text={error} />
    </div>
  );
}

/**
 * The live region is rendered before there is a message, because some screen readers would miss the
 * first one.
 */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {text && (
        <p id={id} className="flex gap-1.5 font-medium text-sm text-soil">
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="mt-0.5 size-4.5 shrink-0"
            fill="currentColor"
          >
            <path d="M10 1.7a8.3 8.3 0 1 0 0 16.6 8.3 8.3 0 0 0 0-16.6Zm-1 4h2v5.6H9V5.7Zm1 9.2a1.25 1.25 0 1 1 0-2.5 1.25 1.25 0 0 1 0 2.5Z" />
          </svg>
          {text}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldProps & Omit<React.ComponentProps<'input'>, 'id' | 'children'>;

/** Takes the props of react-hook-form's `register`, or `value` and `onChange`. */
export function TextField({
  label,
  hint,
  error,
  isOptional = false,
  className,
  onChange,
  ...input
}: TextFieldProps) {
  const change: TextFieldProps['onChange'] = (event) => {
    const { target } = event;
    const tidy = input.type === 'tel' ? tidyPhoneNumber(target.value) : target.value;
    if (tidy !== target.value) target.value = tidy;
    onChange?.(event);
  };
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => (
        <input type="text" {...input} {...control} onChange={change} className="input" />
      )}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps & Omit<React.ComponentProps<'textarea'>, 'id' | 'children'>;

export function TextAreaField({
  label,
  hint,
  error,
  isOptional = false,
  className,
  rows = 4,
  ...input
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => <textarea {...input} {...control} rows={rows} className="input" />}
    </Field>
  );
}

type Option = { value: string; label: string };
type SelectFieldProps = FieldProps &
  Omit<React.ComponentProps<'select'>, 'id' | 'children'> & {
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

type CheckboxFieldProps = Omit<React.ComponentProps<'input'>, 'id' | 'type' | 'children'> & {
  label: React.ReactNode;
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
