import { useSearch } from '@tanstack/react-router';
import { BuyerSignupForm, useBuyerSignup } from '#accounts/web/buyer-signup.tsx';
import { expectOutcome } from '#accounts/web/code-step.ts';
import { LazyCodeEntry, useDashboardAhead } from '#accounts/web/login-steps.tsx';
import { m } from '#text';
import { usePreload } from '#ui/lazy.tsx';
import { AccountPage } from '#web/account-page.tsx';

export function SignupRoute() {
  usePreload(LazyCodeEntry);
  const { redirect } = useSearch({ from: '/screens/signup' });
  const signup = useBuyerSignup(redirect);
  const { step } = signup;
  useDashboardAhead('buyer', step !== null);
  return (
    <AccountPage
      title={m.createAccountTitle()}
      lead={step ? m.stepOf({ number: 2, count: 2 }) : undefined}
      isBroad={!step}
    >
      {step ? (
        <LazyCodeEntry
          purpose="signup"
          extra={{ userType: 'buyer', rememberMe: signup.remember.isRemembered }}
          remember={signup.remember}
          step={step}
          onStep={signup.keepStep}
          requestCode={signup.requestCode}
          onConfirmed={(confirmed) => signup.finish(expectOutcome(confirmed, 'sessionOpened'))}
          notice={signup.notice}
          confirmedText={m.signupVerifiedMessage()}
          backLabel={m.backToForm()}
          onBack={signup.backToForm}
        />
      ) : (
        <BuyerSignupForm signup={signup} />
      )}
    </AccountPage>
  );
}
