import { useRef, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { DAY_SECONDS, REMEMBERED_SESSION_SECONDS } from '#rules/limits.ts';
import { m } from '#text';
import { rpc } from '../rpc.ts';
import { CheckboxField, Field, type FieldProps } from './field.tsx';
import { fieldSentence } from './form-state.ts';

type PasswordFieldProps = FieldProps &
  Omit<React.ComponentProps<'input'>, 'id' | 'type' | 'children' | 'autoComplete'> & {
    autoComplete: 'current-password' | 'new-password';
  };

export function PasswordField({
  label,
  hint,
  error,
  warning,
  isOptional = false,
  className,
  ...input
}: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      warning={warning}
      isOptional={isOptional}
      className={className}
    >
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? 'text' : 'password'}
            className="input pr-14"
          />
          <button
            type="button"
            aria-pressed={isShown}
            aria-label={m.showPassword()}
            aria-controls={control.id}
            onClick={() => setIsShown(!isShown)}
            className="absolute top-1/2 right-1 grid size-11 -translate-y-1/2 place-items-center rounded-field text-muted hover:text-ink"
          >
            <EyeIcon isOpen={!isShown} />
          </button>
        </div>
      )}
    </Field>
  );
}

function EyeIcon({ isOpen }: { isOpen: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-6"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {!isOpen && <path d="m4 4 16 16" />}
    </svg>
  );
}

export function RememberMe(props: Omit<React.ComponentProps<typeof CheckboxField>, 'label'>) {
  return (
    <div className="grid">
      <CheckboxField {...props} label={m.rememberMe()} />
      <p className="-mt-1 pl-8.5 text-muted text-sm">
        {m.rememberMeHint({ days: REMEMBERED_SESSION_SECONDS / DAY_SECONDS })}
      </p>
    </div>
  );
}

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
