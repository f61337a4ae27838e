import { Link, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { m } from '#text';
import { isMobile } from '#ui/browser/device.ts';
import { phoneFieldText } from '#ui/contact-text.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner, Notice } from '#ui/feedback.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { PasswordField, RememberMe } from '#ui/password-fields.tsx';
import { showToast } from '#ui/show-toast.ts';
import { type Failure, readFailure, rpc, sayFailure } from '#web/rpc.ts';
import { readTabLogin, type Session, storeSession } from '#web/session.ts';
import { tabStore } from '#web/storage.ts';
import { credentialsInput, phoneCredentialsInput } from '../rules/account.ts';
import { type CodeRequest, type CodeStep, useCodeStep, useRequestCode } from './code-step.ts';
import { AddressFields, type LoginIdentifier } from './login-identifier.tsx';
import {
  forgetLoginName,
  keepLoginName,
  readLoginName,
  returnPath,
  useReturnSearch,
} from './login-steps.tsx';

export function LoginForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const { form, way, setWay, banner, clearBanner, submit, isRemembered, setIsRemembered } = login;
  const { errors, isSubmitting } = form.formState;
  const afterPress = useAfterPress();
  const register = (name: LoginIdentifier | 'password') => {
    const { onBlur, ...rest } = form.register(name);
    return { ...rest, onBlur: (event: React.FocusEvent) => afterPress(() => void onBlur(event)) };
  };
  return (
    // Without this method, a click before the script has loaded would put the password into the
    // URL.
    <form
      method="dialog"
      onSubmit={submit}
      onChange={clearBanner}
      noValidate
      className="grid gap-5"
    >
      {!banner && <OtherTabNotice role={login.role} />}
      <AddressFields way={way} onWay={setWay} errors={errors} field={register(way)} />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
      <div className="-my-2 flex flex-wrap items-start justify-between gap-x-4">
        <RememberMe
          checked={isRemembered}
          onChange={(event) => setIsRemembered(event.target.checked)}
        />
        <Link to="/forgot-password" className="link inline-flex min-h-11 items-center">
          {m.forgotPasswordPageTitle()}
        </Link>
      </div>
      <FormBanner text={banner} />
      <Button
        type="submit"
        size="large"
        isWide
        isBusy={isSubmitting}
        disabledReason={
          Object.keys(errors).length > 0 && !isSubmitting ? m.fixFieldsFirst() : undefined
        }
        missing="[aria-invalid]"
      >
        {m.loginButton()}
      </Button>
      <OtherWays role={login.role} wantedPath={login.wantedPath} />
    </form>
  );
}

/** Without "Remember me" a session is valid in its tab only. */
function OtherTabNotice({ role }: { role: Role }) {
  const [isInOtherTab, setIsInOtherTab] = useState(false);
  // After the first rendering, which must equal the prerendered page.
  useEffect(() => setIsInOtherTab(readTabLogin() === role), [role]);
  return isInOtherTab ? <Notice type="info">{m.loggedInOtherTab()}</Notice> : null;
}

function OtherWays({ role, wantedPath }: { role: Role; wantedPath: string | undefined }) {
  const isFarmer = role === 'farmer';
  const back = useReturnSearch(wantedPath);
  const link = 'link inline-flex min-h-11 items-center';
  return (
    <div className="border-line border-t pt-3 text-center text-muted">
      <p>
        {m.noAccountYet()}{' '}
        <Link
          to={isFarmer ? '/signupFarmer' : '/signup'}
          {...(!isFarmer && { search: back })}
          className={link}
        >
          {isFarmer ? m.joinAsFarmer() : m.joinAsBuyer()}
        </Link>
      </p>
      <p>
        {isFarmer ? m.loginAsBuyerQuestion() : m.loginAsFarmerQuestion()}{' '}
        <Link to={isFarmer ? '/login' : '/loginF'} className={link}>
          {isFarmer ? m.buyerLoginPageTitle() : m.farmerLoginPageTitle()}
        </Link>
      </p>
    </div>
  );
}

const schemas = { email: credentialsInput, phoneNumber: phoneCredentialsInput } as const;
const fields = ['email', 'phoneNumber', 'password'] as const;

// An answer without a message came from a proxy, so the password is not blamed.
const fallbacks = { failed: m.cannotConnect, connectionLost: m.cannotConnect };
const sendFallbacks = { failed: m.errorCodeMailFailed, connectionLost: m.errorCodeMailFailed };

const resolvers: Record<LoginIdentifier, Resolver<LoginValues, unknown, Credentials>> = {
  email: typedResolver(credentialsInput, (typed: LoginValues) => typed),
  phoneNumber: typedResolver(phoneCredentialsInput, (typed: LoginValues) => typed),
};

type LoginValues = { email: string; phoneNumber: string; password: string };
type Credentials = z.output<(typeof schemas)[LoginIdentifier]>;

/** The password stays in memory, because another code needs it again. */
export function useLogin(role: Role, wantedPath: string | undefined) {
  const findRefusal = useFindRefusal(role);
  const [way, setWay] = useState<LoginIdentifier>('email');
  const form = useForm<LoginValues, unknown, Credentials>({
    resolver: resolvers[way],
    mode: 'all',
    defaultValues: { ...storedAddress(), password: '' },
  });
  const code = useCodeStep(`login ${role}`);
  const sendCode = useRequestCode('login');
  const [isRemembered, setIsRemembered] = useRemembered(role);
  const [banner, setBanner] = useState<string | null>(null);
  /** Going back and logging in again sends no other code while this one is valid. */
  const sent = useRef<CodeStep | null>(null);
  const openSession = useOpenSession({ role, wantedPath, isRemembered });

  const { setFocus } = form;
  useEffect(() => {
    const kept = readLoginName();
    if (!kept || code.step !== null) return;
    setWay(wayOf(kept));
    setFocus('password');
  }, [setFocus, code.step]);

  async function logIn(credentials: Credentials) {
    const refusal = await findRefusal(credentials);
    const address = addressOf(credentials);
    if (isOtherRole(refusal)) keepLoginName(address);
    if (refusal) return setBanner(showFailure(form, fields, { failure: refusal, fallbacks }));
    const { current: last } = sent;
    if (last?.address === address && (last.expiresAt ?? 0) > Date.now()) return code.open(last);
    const request = await sendCode(address);
    if (request.outcome === 'failed') setBanner(sayFailure(request.failure, sendFallbacks));
    else keepStep(request.step);
  }

  function keepStep(step: CodeStep) {
    sent.current = step;
    code.open(step);
  }

  async function requestCode(address: string): Promise<CodeRequest> {
    const given = schemas[wayOf(address)].safeParse(form.getValues());
    const refusal = given.success ? await findRefusal(given.data) : null;
    if (refusal) return { outcome: 'failed', failure: refusal };
    const request = await sendCode(address);
    // After a reload the password is gone, and the server's ten minutes may be over.
    if (request.outcome === 'failed' && request.failure.code === 'LOGIN_FAILED') {
      setBanner(m.loginAgainForCode());
      setWay(wayOf(address));
      code.close();
    }
    return request;
  }

  return {
    role,
    wantedPath,
    form,
    way,
    setWay: (next: LoginIdentifier) => {
      form.clearErrors();
      setBanner(null);
      setWay(next);
    },
    banner,
    isRemembered,
    setIsRemembered,
    requestCode,
    clearBanner: () => setBanner(null),
    submit: form.handleSubmit(logIn, () => setBanner(m.errorInvalidInput())),
    step: code.step,
    keepStep,
    backToForm: () => {
      // A reload has reset the form.
      if (code.step) setWay(wayOf(code.step.address));
      code.close();
    },
    finish: (session: Session) => {
      code.finish();
      forgetLoginName();
      openSession(session);
    },
  };
}

const storedAddress = () => {
  const kept = readLoginName();
  return isPhoneNumber(kept)
    ? { email: '', phoneNumber: phoneFieldText(kept) }
    : { email: kept, phoneNumber: '' };
};
const addressOf = (credentials: Credentials) =>
  'phoneNumber' in credentials ? credentials.phoneNumber : credentials.email;
const wayOf = (address: string): LoginIdentifier =>
  isPhoneNumber(address) ? 'phoneNumber' : 'email';

const isOtherRole = (refusal: Failure | null) =>
  refusal?.code === 'FARMER_ACCOUNT' || refusal?.code === 'BUYER_ACCOUNT';

function useFindRefusal(role: Role) {
  const { verifyBuyerCredentials, verifyFarmerCredentials } = rpc.auth;
  const verify = role === 'farmer' ? verifyFarmerCredentials : verifyBuyerCredentials;
  return (credentials: Credentials): Promise<Failure | null> =>
    verify.mutate(credentials).then(() => null, readFailure);
}

type Login = { role: Role; wantedPath: string | undefined; isRemembered: boolean };

function useOpenSession({ role, wantedPath, isRemembered }: Login) {
  const { history } = useRouter();
  return (session: Session) => {
    storeSession(session, { isRemembered });
    showToast('success', m.loginMessage());
    // Back should not lead to a finished login.
    history.replace(returnPath(wantedPath, role));
  };
}

/** Ticked at first on a phone, which one person uses. Survives a reload. */
function useRemembered(role: Role) {
  const key = `rememberMe ${role}`;
  const [isRemembered, setIsRemembered] = useState(false);
  useLayoutEffect(() => setIsRemembered(tabStore.readAs(key, z.boolean()) ?? isMobile()), [key]);
  const set = useCallback(
    (next: boolean) => {
      tabStore.writeJson(key, next);
      setIsRemembered(next);
    },
    [key],
  );
  return [isRemembered, set] as const;
}

/** Waits until no pointer is down: an error that appears could move a link that is pressed. */
function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // The click follows immediately.
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run();
      });
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', release, true);
    addEventListener('pointercancel', release, true);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', release, true);
      removeEventListener('pointercancel', release, true);
    };
  }, []);

  return (run) => {
    if (isPressed.current) waiting.current.push(run);
    else run();
  };
}
