import { m } from '#shared/text/compiled/messages.js';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { FarmerSignupForm } from '#web/features/account/farmer/farmer-signup-form.tsx';
import { useFarmerSignup } from '#web/features/account/farmer/use-farmer-signup.ts';
import { LaterCodeEntry } from '#web/features/codes/later-code-entry.tsx';
import { usePreload } from '#web/ui/browser/use-preload.ts';

export function SignupFarmerRoute() {
  usePreload(LaterCodeEntry);
  const signup = useFarmerSignup();
  const { step } = signup;
  return (
    <AccountPage title={m.farmerSignupTitle()} lead={step ? m.stepOfTwo({ number: 2 }) : m.farmerSignupLead()} isBroad={!step}>
      {step ? (
        <LaterCodeEntry
          purpose="signup"
          extra={{ userType: 'farmer' }}
          step={step}
          onStep={signup.keepStep}
          requestCode={signup.requestCode}
          onConfirmed={async (confirmed) => {
            if (confirmed.outcome === 'emailProven') await signup.takeProof(step.email, confirmed.signupToken);
          }}
          confirmedText={m.emailProvenMessage()}
          backLabel={m.backToForm()}
          onBack={signup.backToForm}
        />
      ) : (
        <FarmerSignupForm signup={signup} />
      )}
    </AccountPage>
  );
}
