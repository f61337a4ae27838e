import { m } from '#shared/text/compiled/messages.js';
import { useDashboardAhead } from '#web/app/session/use-dashboard-ahead.ts';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { BuyerSignupForm } from '#web/features/account/buyer-signup-form.tsx';
import { useBuyerSignup } from '#web/features/account/use-buyer-signup.ts';
import { LaterCodeEntry } from '#web/features/codes/later-code-entry.tsx';
import { usePreload } from '#web/ui/browser/use-preload.ts';

export function SignupRoute() {
  usePreload(LaterCodeEntry);
  const signup = useBuyerSignup();
  const { step } = signup;
  useDashboardAhead('buyer', step !== null);
  return (
    <AccountPage title={m.createAccountTitle()} lead={step ? m.stepOfTwo({ number: 2 }) : m.buyerSignupLead()} isBroad={!step}>
      {step ? (
        <LaterCodeEntry
          purpose="signup"
          extra={{ userType: 'buyer' }}
          step={step}
          onStep={signup.keepStep}
          requestCode={signup.requestCode}
          onConfirmed={(confirmed) => {
            if (confirmed.outcome === 'sessionOpened') signup.finish(confirmed);
          }}
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
