import { useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { m } from '#text';
import { rpc } from '#web/client/rpc.ts';
import { fieldSentence } from './form-state.ts';
import { PasswordField } from './password-field.tsx';

type FieldError = NonNullable<Parameters<typeof fieldSentence>[0]>;

type PasswordForm = {
  formState: {
    errors: { password?: FieldError | undefined; confirmPassword?: FieldError | undefined };
  };
  register: (
    name: 'password' | 'confirmPassword',
    options?: { onChange: () => void; onBlur?: () => void },
  ) => UseFormRegisterReturn;
  getValues: (name: 'password' | 'confirmPassword') => string;
  trigger: (name: 'confirmPassword') => Promise<boolean>;
};

export const newPasswordHints = { buyer: m.passwordHint, farmer: m.passwordHintFarmer };

type NewPasswordFieldsProps = {
  form: PasswordForm;
  label: string;
  hint: string;
  isCommon: (password: string) => Promise<boolean>;
  isFocused?: boolean;
};

/**
 * Place it last in its form: a failed submit focuses the invalid field that was registered first,
 * and these are registered after those of the enclosing form.
 */
export function NewPasswordFields({
  form,
  label,
  hint,
  isCommon,
  isFocused = false,
}: NewPasswordFieldsProps) {
  const { register, formState, getValues, trigger } = form;
  const { errors } = formState;
  const { warning, clearWarning, judge } = useCommonPasswordWarning(isCommon);
  // Once the confirmation is filled in, changing the password can make it valid or invalid.
  const onChange = () => {
    clearWarning();
    if (getValues('confirmPassword') !== '') void trigger('confirmPassword');
  };
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        autoComplete="new-password"
        autoFocus={isFocused}
        error={fieldSentence(errors.password)}
        warning={warning}
        {...register('password', { onChange, onBlur: () => judge(getValues('password')) })}
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

function useCommonPasswordWarning(isCommon: (password: string) => Promise<boolean>) {
  const [warning, setWarning] = useState<string>();
  const latest = useRef('');
  return {
    warning,
    clearWarning: () => {
      latest.current = '';
      setWarning(undefined);
    },
    judge: (password: string) => {
      if (password === '' || password === latest.current) return;
      latest.current = password;
      void isCommon(password).then((common) => {
        if (common && latest.current === password) setWarning(m.passwordCommon());
      });
    },
  };
}

/** False if the call fails, because the warning is optional. */
export const isCommonPassword = (password: string) =>
  rpc.auth.judgePassword.mutate({ password }).then(
    ({ isCommon }) => isCommon,
    () => false,
  );
