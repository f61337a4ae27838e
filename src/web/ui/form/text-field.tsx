import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { inputClass } from './input-class.ts';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'children'>;

/** One line of text. Takes the props from react-hook-form's `register`, or `value` and `onChange`. A phone number gets its plus while it is typed. */
export function TextField({ label, hint, error, isOptional = false, className, onChange, ...input }: TextFieldProps) {
  const change: TextFieldProps['onChange'] = (event) => {
    const { target } = event;
    if (input.type === 'tel' && withPlus(target.value) !== target.value) target.value = withPlus(target.value);
    onChange?.(event);
  };
  return (
    <Field label={label} hint={hint} error={error} isOptional={isOptional} className={className}>
      {(control) => <input type="text" {...input} {...control} onChange={change} className={inputClass} />}
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

/**
 * Puts the plus in front of a number that is being typed without it: 254712… becomes +254712…, which the rule takes. It is not with the
 * rule in shared/account.ts, because every page with a field would then load the schemas.
 */
export const withPlus = (typed: string): string => typed.replace(/^\s*254/u, '+254');
