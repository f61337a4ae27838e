import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { m } from '#text';
import { isMobile } from '#ui/browser/device.ts';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { CheckboxField, TextField } from '#ui/field.tsx';
import { fieldOf, showFailure, typedResolver, useDraft } from '#ui/form-state.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { isCommonPassword, NewPasswordFields, newPasswordHints } from '#ui/password-fields.tsx';
import { useDelayed } from '#ui/screen-state.ts';
import { readFailure, rpc } from '#web/rpc.ts';
import { type Session, storeSession } from '#web/session.ts';
import {
  type BuyerSignup,
  buyerSignupForm,
  buyerSignupInput,
  DEFAULT_BUSINESS_TYPE,
  defaultBusinessName,
} from '../rules/account.ts';
import { NATIONAL_ID_INPUT_MAX, SIGNUP_REDIRECT_MILLISECONDS } from '../rules/limits.ts';
import {
  type CodeRequest,
  type CodeStep,
  unsentCode,
  useCodeStep,
  useRequestCode,
} from './code-step.ts';
import { returnPath, useReturnSearch } from './login-steps.tsx';

export function BuyerSignupForm({ signup }: { signup: ReturnType<typeof useBuyerSignup> }) {
  const { form, banner, clearBanner, submit } = signup;
  const back = useReturnSearch(signup.wantedPath);
  const { isSubmitting, isDirty } = form.formState;
  const isAgreed = useWatch({ control: form.control, name: 'termsAccepted' });
  return (
    <form
      method="dialog"
      onSubmit={submit}
      onChange={clearBanner}
      noValidate
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={m.firstNameLabel()}
          autoComplete="given-name"
          {...fieldOf(form, 'firstName')}
        />
        <TextField
          label={m.lastNameLabel()}
          autoComplete="family-name"
          {...fieldOf(form, 'lastName')}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={m.phoneNumberLabel()}
          hint={m.phoneNumberHint()}
          type="tel"
          autoComplete="tel"
          {...fieldOf(form, 'phoneNumber')}
        />
        <TextField
          label={m.emailLabel()}
          type="email"
          autoComplete="email"
          {...fieldOf(form, 'email')}
        />
      </div>
      <TextField
        label={m.nationalIdLabel()}
        hint={m.nationalIdHint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={NATIONAL_ID_INPUT_MAX}
        {...fieldOf(form, 'nationalId')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <NewPasswordFields
          form={form}
          label={m.passwordLabel()}
          hint={newPasswordHints.buyer()}
          isCommon={isCommonPassword}
        />
      </div>
      <TermsField {...fieldOf(form, 'termsAccepted')} />
      <FormBanner text={banner} />
      <Button
        type="submit"
        size="large"
        isWide
        isBusy={isSubmitting}
        disabledReason={isAgreed || isSubmitting ? undefined : m.termsRequired()}
        missing="[name=termsAccepted]"
      >
        {m.createAccountButton()}
      </Button>
      <p className="text-center text-muted">
        {m.alreadyHaveAccount()}{' '}
        <Link to="/login" search={back} className="link inline-flex min-h-11 items-center">
          {m.signInHere()}
        </Link>
      </p>
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}

/** Both texts open in a new tab, so that the typed passwords are not lost. */
function TermsField(props: Omit<React.ComponentProps<typeof CheckboxField>, 'label'>) {
  const [before, terms, between, privacy, after] = m.termsAgree().split(/[[\]]/u);
  return (
    <CheckboxField
      {...props}
      label={
        <>
          {before}
          <Link to="/terms" target="_blank" className="link">
            {terms}
          </Link>
          {between}
          <Link to="/privacy" target="_blank" className="link">
            {privacy}
          </Link>
          {after} <span className="sr-only">{m.opensInNewTab()}</span>
        </>
      }
    />
  );
}

type SignupValues = z.input<typeof buyerSignupForm>;
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
  function reopenCode(account: BuyerSignup) {
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

const stepOf = (email: string, request: CodeRequest): CodeStep =>
  request.outcome === 'failed' ? unsentCode(email, null, request.failure) : request.step;

function invalidText({ termsAccepted, ...others }: FieldErrors<SignupValues>) {
  return termsAccepted && Object.keys(others).length === 0
    ? m.termsRequired()
    : m.signupFormInvalid();
}
