import type { ComponentProps } from 'react';
import { Field, type FieldProps, inputClass } from './field.tsx';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'children'>;

/** One line of text. Takes the props from react-hook-form's `register`, or `value` and `onChange`. */
export function TextField({ label, hint, error, isOptional = false, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => <input type="text" {...input} {...control} className={inputClass} />}
    </Field>
  );
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'children'>;

/** Several lines of text. */
export function TextAreaField({ label, hint, error, isOptional = false, className, rows = 4, ...input }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => <textarea {...input} {...control} rows={rows} className={inputClass} />}
    </Field>
  );
}
