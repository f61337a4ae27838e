import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Credentials, credentialsInput, type Role } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { useCodeStep } from '#web/codes/use-code-step.ts';
import { type CodeRequest, useRequestCode } from '#web/codes/use-request-code.ts';
import { readFailure, sayFailure } from '#web/failure.ts';
import { showFailure } from '#web/forms/show-failure.ts';
import { forgetLoginEmail, readLoginEmail } from '#web/login-email.ts';
import { rpc } from '#web/rpc.ts';
import type { Session } from '#web/session.ts';
import { keepLastLogin } from './last-login.ts';
import { useOpenSession } from './use-open-session.ts';
import { useRemembered } from './use-remembered.ts';

const fields = ['email', 'password'] as const;
const fallbacks = { failed: m.errorLoginFailed, connectionLost: m.loginFailedNetwork };
const sendFallbacks = { failed: m.errorCodeMailFailed, connectionLost: m.errorCodeMailFailed };

/** A login of either role: the password, then the code. The password stays in the form's memory, for another code needs it again. */
export function useLogin(role: Role, wantedPath: string | undefined) {
  const checkPassword = useCheckPassword(role);
  const form = useForm<Credentials>({
    resolver: zodResolver(credentialsInput),
    mode: 'all',
    defaultValues: { email: readLoginEmail(), password: '' },
  });
  const code = useCodeStep(`login ${role}`);
  const mailCode = useRequestCode('login');
  const [isRemembered, setIsRemembered] = useRemembered(role);
  const [banner, setBanner] = useState<string | null>(null);
  const openSession = useOpenSession({ role, wantedPath, isRemembered });

  useEffect(() => keepLastLogin(role), [role]);

  async function logIn(credentials: Credentials) {
    try {
      await checkPassword(credentials);
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
      return;
    }
    const request = await mailCode(credentials.email);
    if (request.outcome === 'failed') setBanner(sayFailure(request.failure, sendFallbacks));
    else code.open(request.step);
  }

  async function requestCode(email: string): Promise<CodeRequest> {
    const given = credentialsInput.safeParse(form.getValues());
    try {
      if (given.success) await checkPassword(given.data);
    } catch (error) {
      return { outcome: 'failed', failure: readFailure(error) };
    }
    const request = await mailCode(email);
    // After a reload the password is gone, and its ten minutes may be over: then it has to be given again.
    if (request.outcome === 'failed' && request.failure.code === 'LOGIN_FAILED') {
      setBanner(m.loginAgainForCode());
      code.close();
    }
    return request;
  }

  return {
    role,
    form,
    banner,
    clearBanner: () => setBanner(null),
    submit: form.handleSubmit(logIn, () => setBanner(m.errorInvalidInput())),
    isRemembered,
    setIsRemembered,
    step: code.step,
    keepStep: code.open,
    backToForm: code.close,
    requestCode,
    finish: (session: Session) => {
      code.finish();
      forgetLoginEmail();
      openSession(session);
    },
  };
}

function useCheckPassword(role: Role) {
  const { verifyBuyerCredentials, verifyFarmerCredentials } = rpc.auth;
  return (credentials: Credentials) => (role === 'farmer' ? verifyFarmerCredentials : verifyBuyerCredentials).mutate(credentials);
}
