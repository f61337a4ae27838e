import { Link } from '@tanstack/react-router';
import { type FocusEvent, useEffect, useState } from 'react';
import type { Role } from '#platform/rules/role.ts';
import { readTabLogin } from '#platform/web/session/session.ts';
import { FormBanner, Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField, RememberMe } from '#platform/web/ui/form/password-field.tsx';
import { useAfterPress } from '#platform/web/ui/form/use-after-press.ts';
import { m } from '#text';
import { AddressFields, type LoginIdentifier } from './login-identifier.tsx';
import { useReturnSearch } from './return-path.ts';
import type { useLogin } from './use-login.ts';

type LoginFormProps = { login: ReturnType<typeof useLogin> };

export function LoginForm({ login }: LoginFormProps) {
  const { form, way, setWay, banner, clearBanner, submit, isRemembered, setIsRemembered } = login;
  const { errors, isSubmitting } = form.formState;
  const afterPress = useAfterPress();
  const register = (name: LoginIdentifier | 'password') => {
    const { onBlur, ...rest } = form.register(name);
    return { ...rest, onBlur: (event: FocusEvent) => afterPress(() => void onBlur(event)) };
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
        error={fieldSentence(errors.password)}
        {...register('password')}
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
