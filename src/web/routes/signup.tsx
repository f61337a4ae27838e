import { m } from '#shared/text/compiled/messages.js';
import { BuyerSignupForm } from '#web/account/buyer-signup-form.tsx';
import { useBuyerSignup } from '#web/account/use-buyer-signup.ts';
import { LaterCodeEntry } from '#web/otp/later-code-entry.tsx';
import { AccountPage } from '#web/ui/account-page.tsx';
import { usePreload } from '#web/ui/use-preload.ts';
import { useDashboardAhead } from '#web/use-dashboard-ahead.ts';

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
