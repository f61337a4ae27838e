import type { UseFormRegisterReturn } from 'react-hook-form';
import { m } from '#shared/text/compiled/messages.js';
import { fieldSentence } from './field-sentence.ts';
import { PasswordField } from './password-field.tsx';

type FieldError = NonNullable<Parameters<typeof fieldSentence>[0]>;

/** Any form that has these two fields, whatever else it has. */
type PasswordForm = {
  formState: { errors: { password?: FieldError | undefined; confirmPassword?: FieldError | undefined } };
  register: (name: 'password' | 'confirmPassword', options?: { onChange: () => void }) => UseFormRegisterReturn;
  getValues: (name: 'confirmPassword') => string;
  trigger: (name: 'confirmPassword') => Promise<boolean>;
};

type NewPasswordFieldsProps = { form: PasswordForm; label: string; isFocused?: boolean };

/**
 * A new password, entered twice. Place it last in its form: a failed submit focuses the invalid field that was registered first, and
 * a component's fields are registered after those of the form around it.
 */
export function NewPasswordFields({ form, label, isFocused = false }: NewPasswordFieldsProps) {
  const { register, formState, getValues, trigger } = form;
  const { errors } = formState;
  // Once the confirmation is filled in, changing the password can make it right or wrong.
  const checkConfirmation = () => void (getValues('confirmPassword') !== '' && trigger('confirmPassword'));
  return (
    <>
      <PasswordField
        label={label}
        hint={m.passwordHint()}
        autoComplete="new-password"
        autoFocus={isFocused}
        error={fieldSentence(errors.password)}
        {...register('password', { onChange: checkConfirmation })}
      />
      <PasswordField
        label={m.confirmPasswordLabel()}
        autoComplete="new-password"
        error={fieldSentence(errors.confirmPassword)}
        {...register('confirmPassword')}
      />
    </>
  );
}
