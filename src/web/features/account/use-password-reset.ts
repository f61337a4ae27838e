import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { forgotPasswordInput, newPasswordForm } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readFailure, sayFailure } from '#web/app/client/failure.ts';
import { keepDeviceToken, rpc } from '#web/app/client/rpc.ts';
import { showFailure } from '#web/app/client/show-failure.ts';
import type { CodeStep } from '#web/features/codes/code-step.ts';
import { useCodeStep } from '#web/features/codes/use-code-step.ts';
import { useRequestCode } from '#web/features/codes/use-request-code.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { readLastLogin } from './last-login.ts';

type Email = z.infer<typeof forgotPasswordInput>;
type NewPassword = z.infer<typeof newPasswordForm>;

const emailFormOptions = {
  resolver: zodResolver(forgotPasswordInput),
  mode: 'onChange',
  defaultValues: { email: '' },
} as const;
const passwordFormOptions = {
  resolver: zodResolver(newPasswordForm),
  mode: 'onChange',
  defaultValues: { password: '', confirmPassword: '' },
} as const;
const sendFallbacks = { failed: m.errorCodeMailFailed, connectionLost: m.errorCodeMailFailed };
const resetFallbacks = { failed: m.resetFailed, connectionLost: m.resetFailedNetwork };

/** A forgotten password: the email, the code, a new password. Nothing here reveals whether the email has an account. */
export function usePasswordReset() {
  const navigate = useNavigate();
  const emailForm = useForm<Email>(emailFormOptions);
  const passwordForm = useForm<NewPassword>(passwordFormOptions);
  const code = useCodeStep('passwordReset');
  const requestCode = useRequestCode('password_reset');
  const [rightCode, setRightCode] = useState<string | null>(null);
  const [banner, setBanner] = useState<string | null>(null);

  async function askForCode({ email }: Email) {
    const request = await requestCode(email);
    if (request.outcome === 'failed') {
      setBanner(showFailure(emailForm, ['email'], { failure: request.failure, fallbacks: sendFallbacks }));
    } else {
      code.open(request.step);
    }
  }

  async function setPassword({ password }: NewPassword, { email, ...step }: CodeStep, otp: string) {
    try {
      const { deviceToken } = await rpc.auth.resetPassword.mutate({ email, otp, password });
      keepDeviceToken(deviceToken);
    } catch (error) {
      const failure = readFailure(error);
      setBanner(showFailure(passwordForm, ['password'], { failure, fallbacks: resetFallbacks }));
      if (failure.code !== 'CODE_INVALID_OR_EXPIRED') return;
      // The code expired while the new password was being entered: back to the code screen.
      code.open({ ...step, email, problem: sayFailure(failure, resetFallbacks) });
      setRightCode(null);
      return;
    }
    code.close();
    showToast('success', m.passwordResetMessage());
    await navigate({ to: readLastLogin() === 'farmer' ? '/loginF' : '/login', replace: true });
  }

  return {
    emailForm,
    passwordForm,
    banner,
    clearBanner: () => setBanner(null),
    submitEmail: emailForm.handleSubmit(askForCode),
    submitPassword: passwordForm.handleSubmit((values) => code.step && rightCode && setPassword(values, code.step, rightCode)),
    step: code.step,
    keepStep: code.open,
    requestCode,
    rightCode,
    takeCode: (right: string) => {
      setBanner(null);
      setRightCode(right);
    },
    backToEmail: code.close,
  };
}
