import type { ComponentProps } from 'react';
import { tidyPhoneNumber } from '#platform/rules/tidy-phone-number.ts';
import { Field, type FieldProps } from './field.tsx';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'children'>;

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

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'children'>;

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
