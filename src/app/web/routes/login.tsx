import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { expectOutcome } from '#accounts/web/code-step.ts';
import { LoginForm, useLogin } from '#accounts/web/login.tsx';
import { LazyCodeEntry, returnPath, useDashboardAhead } from '#accounts/web/login-steps.tsx';
import { roles } from '#rules/role.ts';
import { dashboardPaths } from '#rules/routes.ts';
import { m } from '#text';
import { Notice } from '#ui/feedback.tsx';
import { lazyExtra, usePreload } from '#ui/lazy.tsx';
import { AccountPage } from '#web/account-page.tsx';
import { readSession } from '#web/session.ts';
import { deviceStore } from '#web/storage.ts';

const LazyPendingNotice = lazyExtra(
  () => import('#web/offline/pending-notice.tsx'),
  'PendingNotice',
);

export function LoginRoute() {
  const { redirect } = useSearch({ from: '/screens/login' });
  return <LoginScreen userRole="buyer" wantedPath={redirect} />;
}

export function LoginFarmerRoute() {
  const { redirect } = useSearch({ from: '/screens/loginF' });
  return <LoginScreen userRole="farmer" wantedPath={redirect} />;
}

function LoginScreen({ userRole, wantedPath }: { userRole: Role; wantedPath: string | undefined }) {
  usePreload(LazyCodeEntry);
  const login = useLogin(userRole, wantedPath);
  const { step, isRemembered } = login;
  const isForCart = useIsForCart(wantedPath);
  const isWaiting = useIsPending();
  const otherRole = useAlreadyIn(userRole, wantedPath);
  useDashboardAhead(userRole, step !== null);
  return (
    <AccountPage
      title={userRole === 'farmer' ? m.farmerLoginPageTitle() : m.buyerLoginPageTitle()}
      lead={isForCart && !step ? m.loginForCart() : undefined}
    >
      {step ? (
        <LazyCodeEntry
          purpose="login"
          extra={{ rememberMe: isRemembered }}
          step={step}
          onStep={login.keepStep}
          requestCode={login.requestCode}
          onConfirmed={(confirmed) => login.finish(expectOutcome(confirmed, 'sessionOpened'))}
          backLabel={m.backToLogin()}
          onBack={login.backToForm}
        />
      ) : (
        <>
          {isWaiting && <LazyPendingNotice />}
          {otherRole && <AlreadyInNotice role={otherRole} />}
          <LoginForm login={login} />
        </>
      )}
    </AccountPage>
  );
}

/** False in the first rendering, which must equal the prerendered page. */
function useIsForCart(wantedPath: string | undefined) {
  const [isForCart, setIsForCart] = useState(false);
  useEffect(
    () => setIsForCart(/^\/(checkout|buyer-dashboard\?tab=cart)/.test(wantedPath ?? '')),
    [wantedPath],
  );
  return isForCart;
}

/**
 * Stored by offline/mirror.ts. Its key is not imported, because that would load the queue.
 * False in the first rendering, too.
 */
function useIsPending() {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => setIsWaiting(Boolean(deviceStore.read('waitingFor'))), []);
  return isWaiting;
}

function AlreadyInNotice({ role }: { role: Role }) {
  return (
    <Notice type="info" className="mb-5">
      {role === 'farmer' ? m.loggedInAsFarmer() : m.loggedInAsBuyer()}{' '}
      <Link to={dashboardPaths[role]} className="link">
        {m.dashboardLink()}
      </Link>
    </Notice>
  );
}

/** Redirects from the login of a logged-in role. Returns the other role if that has the session. */
function useAlreadyIn(role: Role, wantedPath: string | undefined): Role | null {
  const { history } = useRouter();
  const [other, setOther] = useState<Role | null>(null);
  useEffect(() => {
    const kept = roles.find((one) => readSession(one) !== null) ?? null;
    if (kept === role) history.replace(returnPath(wantedPath, role));
    else setOther(kept);
  }, [role, wantedPath, history]);
  return other;
}
