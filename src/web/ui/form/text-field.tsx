import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'children'>;

/** One line of text: takes what react-hook-form's `register` gives, or `value` and `onChange`. */
export function TextField({ label, hint, error, isOptional = false, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => <input type="text" {...input} {...control} className={inputClass} />}
    </Field>
  );
}
