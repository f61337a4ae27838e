import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { loginPaths } from '#rules/routes.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { showFailure, typedResolver } from '#ui/form-state.ts';
import { isCommonPassword, NewPasswordFields, newPasswordHints } from '#ui/password-fields.tsx';
import { showToast } from '#ui/show-toast.ts';
import { keepDeviceToken, readFailure, rpc, sayFailure } from '#web/rpc.ts';
import {
  forgotPasswordByPhoneInput,
  forgotPasswordInput,
  newPasswordForms,
} from '../rules/account-input.ts';
import { addresseeOf, type CodeStep, useCodeStep, useRequestCode } from './code-step.ts';
import { AddressFields, type LoginIdentifier } from './login-identifier.tsx';

export function ForgotPasswordForm({ reset }: { reset: ReturnType<typeof usePasswordReset> }) {
  const { addressForm: form, way, setWay, banner, clearBanner, submitAddress } = reset;
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      method="dialog"
      onSubmit={submitAddress}
      onChange={clearBanner}
      noValidate
      className="grid gap-5"
    >
      <AddressFields way={way} onWay={setWay} errors={errors} field={form.register(way)} />
      <FormBanner text={banner} />
      <Button type="submit" size="large" isWide isBusy={isSubmitting}>
        {m.sendCodeButton()}
      </Button>
      <p className="flex flex-wrap justify-center gap-x-6">
        <Link to="/login" className="link inline-flex min-h-11 items-center">
          {m.buyerLoginPageTitle()}
        </Link>
        <Link to="/loginF" className="link inline-flex min-h-11 items-center">
          {m.farmerLoginPageTitle()}
        </Link>
      </p>
    </form>
  );
}

type NewPasswordFormProps = {
  reset: ReturnType<typeof usePasswordReset>;
  address: string;
  role: Role;
};

export function NewPasswordForm({ reset, address, role }: NewPasswordFormProps) {
  const { passwordForm: form, banner, clearBanner, submitPassword } = reset;
  const { isSubmitting } = form.formState;
  return (
    <form onSubmit={submitPassword} onChange={clearBanner} noValidate className="grid gap-5">
      <h2 className="font-bold text-xl">{m.newPasswordTitle()}</h2>
      {/* Tells password managers which account the new password is for. */}
      <input type="text" autoComplete="username" value={address} readOnly hidden />
      <NewPasswordFields
        form={form}
        label={m.newPasswordLabel()}
        hint={newPasswordHints[role]()}
        isCommon={isCommonPassword}
        isFocused
      />
      <FormBanner text={banner} />
      <Button type="submit" size="large" isWide isBusy={isSubmitting}>
        {m.saveNewPassword()}
      </Button>
    </form>
  );
}

type AddressValues = { email: string; phoneNumber: string };
type Address = z.infer<typeof forgotPasswordInput> | z.infer<typeof forgotPasswordByPhoneInput>;
type NewPassword = z.infer<(typeof newPasswordForms)[Role]>;
type RightCode = { otp: string; role: Role };

const resolvers: Record<LoginIdentifier, Resolver<AddressValues, unknown, Address>> = {
  email: typedResolver(forgotPasswordInput, (typed: AddressValues) => typed),
  phoneNumber: typedResolver(forgotPasswordByPhoneInput, (typed: AddressValues) => typed),
};
const passwordResolvers = {
  buyer: typedResolver(newPasswordForms.buyer),
  farmer: typedResolver(newPasswordForms.farmer),
};
const passwordFormOptions = {
  mode: 'onChange',
  defaultValues: { password: '', confirmPassword: '' },
} as const;
const sendFallbacks = { failed: m.errorCodeMailFailed, connectionLost: m.errorCodeMailFailed };
const resetFallbacks = { failed: m.saveFailed, connectionLost: m.messagesOffline };

/** Nothing here reveals whether the account exists. */
export function usePasswordReset() {
  const navigate = useNavigate();
  const [way, setWay] = useState<LoginIdentifier>('email');
  const addressForm = useForm<AddressValues, unknown, Address>({
    resolver: resolvers[way],
    mode: 'onChange',
    defaultValues: { email: '', phoneNumber: '' },
  });
  const code = useCodeStep('passwordReset');
  const requestCode = useRequestCode('password_reset');
  const [rightCode, setRightCode] = useState<RightCode | null>(null);
  const passwordForm = useForm<NewPassword>({
    ...passwordFormOptions,
    resolver: passwordResolvers[rightCode?.role ?? 'buyer'],
  });
  const [banner, setBanner] = useState<string | null>(null);

  async function askForCode(given: Address) {
    const request = await requestCode('email' in given ? given.email : given.phoneNumber);
    if (request.outcome === 'failed') {
      setBanner(
        showFailure(addressForm, ['email', 'phoneNumber'], {
          failure: request.failure,
          fallbacks: sendFallbacks,
        }),
      );
    } else {
      code.open(request.step);
    }
  }

  async function setPassword({ password }: NewPassword, step: CodeStep, { otp, role }: RightCode) {
    try {
      const { deviceToken } = await rpc.auth.resetPassword.mutate({
        ...addresseeOf(step.address),
        otp,
        password,
      });
      keepDeviceToken(deviceToken);
    } catch (error) {
      const failure = readFailure(error);
      setBanner(showFailure(passwordForm, ['password'], { failure, fallbacks: resetFallbacks }));
      if (failure.code !== 'CODE_INVALID_OR_EXPIRED') return;
      code.open({ ...step, problem: sayFailure(failure, resetFallbacks) });
      setRightCode(null);
      return;
    }
    code.close();
    showToast('success', m.passwordResetMessage());
    await navigate({ to: loginPaths[role], replace: true });
  }

  return {
    addressForm,
    way,
    setWay: (next: LoginIdentifier) => {
      addressForm.clearErrors();
      setBanner(null);
      setWay(next);
    },
    passwordForm,
    banner,
    clearBanner: () => setBanner(null),
    submitAddress: addressForm.handleSubmit(askForCode),
    submitPassword: passwordForm.handleSubmit(
      (values) => code.step && rightCode && setPassword(values, code.step, rightCode),
    ),
    step: code.step,
    keepStep: code.open,
    requestCode,
    rightCode,
    takeCode: (right: RightCode) => {
      setBanner(null);
      setRightCode(right);
    },
    backToAddress: () => {
      if (code.step && isPhoneNumber(code.step.address)) setWay('phoneNumber');
      code.close();
    },
  };
}
