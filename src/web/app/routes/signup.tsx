import { m } from '#shared/text/compiled/messages.js';
import { useDashboardAhead } from '#web/app/session/use-dashboard-ahead.ts';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { BuyerSignupForm } from '#web/features/account/buyer-signup-form.tsx';
import { useBuyerSignup } from '#web/features/account/use-buyer-signup.ts';
import { expectOutcome } from '#web/features/codes/code-step.ts';
import { LazyCodeEntry } from '#web/features/codes/lazy-code-entry.tsx';
import { usePreload } from '#web/ui/browser/lazy.tsx';

export function SignupRoute() {
  usePreload(LazyCodeEntry);
  const signup = useBuyerSignup();
  const { step } = signup;
  useDashboardAhead('buyer', step !== null);
  return (
    <AccountPage title={m.createAccountTitle()} lead={step ? m.stepOfTwo({ number: 2 }) : m.buyerSignupLead()} isBroad={!step}>
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
