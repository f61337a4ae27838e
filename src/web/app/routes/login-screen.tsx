import { useEffect, useState } from 'react';
import type { Role } from '#shared/account.ts';
import { m } from '#shared/text/compiled/messages.js';
import { useDashboardAhead } from '#web/app/session/use-dashboard-ahead.ts';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { AlreadyInNotice } from '#web/features/account/already-in-notice.tsx';
import { LoginForm } from '#web/features/account/login-form.tsx';
import { useAlreadyIn } from '#web/features/account/use-already-in.ts';
import { useLogin } from '#web/features/account/use-login.ts';
import { LaterCodeEntry } from '#web/features/codes/later-code-entry.tsx';
import { usePreload } from '#web/ui/browser/use-preload.ts';

type LoginScreenProps = { userRole: Role; wantedPath: string | undefined };

/** Both logins: the password, then the code. */
export function LoginScreen({ userRole, wantedPath }: LoginScreenProps) {
  usePreload(LaterCodeEntry);
  const login = useLogin(userRole, wantedPath);
  const { step, isRemembered } = login;
  const isForCart = useIsForCart(wantedPath);
  const otherRole = useAlreadyIn(userRole, wantedPath);
  useDashboardAhead(userRole, step !== null);
  return (
    <AccountPage
      title={userRole === 'farmer' ? m.farmerLoginPageTitle() : m.buyerLoginPageTitle()}
      lead={step ? undefined : isForCart ? m.loginForCart() : m.loginLead()}
    >
      {step ? (
        <LaterCodeEntry
          purpose="login"
          extra={{ rememberMe: isRemembered }}
          step={step}
          onStep={login.keepStep}
          requestCode={login.requestCode}
          onConfirmed={(confirmed) => {
            if (confirmed.outcome === 'sessionOpened') login.finish(confirmed);
          }}
          backLabel={m.backToLogin()}
          onBack={login.backToForm}
        />
      ) : (
        <>
          {otherRole && <AlreadyInNotice role={otherRole} />}
          <LoginForm login={login} />
        </>
      )}
    </AccountPage>
  );
}

/** Whether somebody came from a cart. After the first rendering, which the built page holds for everybody. */
function useIsForCart(wantedPath: string | undefined): boolean {
  const [isForCart, setIsForCart] = useState(false);
  useEffect(() => setIsForCart(/^\/(checkout|buyer-dashboard\?tab=cart)/.test(wantedPath ?? '')), [wantedPath]);
  return isForCart;
}
