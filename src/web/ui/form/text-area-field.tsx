import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'children'>;

/** Several lines of text. */
export function TextAreaField({ label, hint, error, isOptional = false, className, rows = 4, ...input }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => <textarea {...input} {...control} rows={rows} className={inputClass} />}
    </Field>
  );
}
