import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import {
  type BuyerSignup,
  buyerSignupForm,
  buyerSignupInput,
  DEFAULT_BUSINESS_TYPE,
  defaultBusinessName,
} from '#accounts/rules/account.ts';
import { SIGNUP_REDIRECT_MILLISECONDS } from '#accounts/rules/limits.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { type Session, storeSession } from '#platform/web/session/session.ts';
import { isMobile } from '#platform/web/ui/browser/device.ts';
import { useDelayed } from '#platform/web/ui/browser/screen-state.ts';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { useDraft } from '#platform/web/ui/form/use-draft.ts';
import { m } from '#text';
import { type CodeStep, unsentCode } from './codes/code-step.ts';
import { useCodeStep } from './codes/use-code-step.ts';
import { type CodeRequest, useRequestCode } from './codes/use-request-code.ts';
import { returnPath } from './return-path.ts';

export type SignupValues = z.input<typeof buyerSignupForm>;
type SignupOutput = z.output<typeof buyerSignupForm>;

const fields = [
  'firstName',
  'lastName',
  'email',
  'nationalId',
  'phoneNumber',
  'password',
  'confirmPassword',
] as const;
const defaultValues = Object.fromEntries(fields.map((field) => [field, '']));
const formOptions = {
  resolver: typedResolver(buyerSignupForm),
  mode: 'onChange',
  defaultValues,
} as const;
const secrets = ['password', 'confirmPassword'];

const fallbacks = { failed: m.registrationFailed, connectionLost: m.registrationFailedNetwork };

/** The account is created before the code is requested, and stays if that request fails. */
export function useBuyerSignup(wantedPath?: string) {
  const form = useForm<SignupValues, unknown, SignupOutput>(formOptions);
  const clearForm = useDraft(form, { name: 'buyerSignup', without: secrets });
  const code = useCodeStep('buyerSignup');
  const requestCode = useRequestCode('signup');
  const [banner, setBanner] = useState<string | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const [isRemembered, setIsRemembered] = useState(false);
  useEffect(() => setIsRemembered(isMobile()), []);
  const created = useRef<{ account: string; step: CodeStep } | null>(null);
  const leaveSignup = () => {
    code.finish();
    clearForm();
  };
  const finish = useFinish({ isRemembered, wantedPath, leaveSignup });

  async function createAccount(values: SignupOutput) {
    const account = accountOf(values);
    if (reopenCode(account)) return;
    try {
      await rpc.auth.signupBuyer.mutate(account);
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
      return;
    }
    const step = stepOf(account.email, await requestCode(account.email));
    created.current = { account: JSON.stringify(account), step };
    setNotice(m.signupMessage());
    code.open(step);
  }

  /** Another sign-up would invalidate the code that was just sent. */
  function reopenCode(account: BuyerSignup): boolean {
    const before = created.current;
    if (before?.account !== JSON.stringify(account) || (before.step.expiresAt ?? 0) < Date.now())
      return false;
    code.open(before.step);
    return true;
  }

  return {
    form,
    banner,
    wantedPath,
    notice,
    clearBanner: () => setBanner(null),
    submit: form.handleSubmit(createAccount, (errors) => setBanner(invalidText(errors))),
    step: code.step,
    keepStep: (step: CodeStep) => {
      if (created.current) created.current.step = step;
      code.open(step);
    },
    backToForm: () => {
      setNotice(null);
      code.close();
    },
    remember: { isRemembered, onChange: setIsRemembered },
    requestCode,
    finish,
  };
}

type Finish = {
  isRemembered: boolean;
  wantedPath: string | undefined;
  leaveSignup: () => void;
};

function useFinish({ isRemembered, wantedPath, leaveSignup }: Finish) {
  const { history } = useRouter();
  const delay = useDelayed();
  return (session: Session) => {
    storeSession(session, { isRemembered });
    leaveSignup();
    delay(
      () => history.replace(returnPath(wantedPath, 'buyer'), undefined, { ignoreBlocker: true }),
      SIGNUP_REDIRECT_MILLISECONDS,
    );
  };
}

const accountOf = (values: SignupOutput): BuyerSignup =>
  buyerSignupInput.parse({
    ...values,
    businessName: defaultBusinessName(values),
    businessType: DEFAULT_BUSINESS_TYPE,
    deliveryAddress: '',
    city: '',
  });

/** The code screen opens even if no code could be sent (§8). */
const stepOf = (email: string, request: CodeRequest): CodeStep =>
  request.outcome === 'failed' ? unsentCode(email, null, request.failure) : request.step;

function invalidText({ termsAccepted, ...others }: FieldErrors<SignupValues>): string {
  return termsAccepted && Object.keys(others).length === 0
    ? m.termsRequired()
    : m.signupFormInvalid();
}
