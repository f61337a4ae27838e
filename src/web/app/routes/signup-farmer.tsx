import { m } from '#shared/text/compiled/messages.js';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { FarmerSignupForm } from '#web/features/account/farmer/farmer-signup-form.tsx';
import { useFarmerSignup } from '#web/features/account/farmer/use-farmer-signup.ts';
import { expectOutcome, isPhoneAddress } from '#web/features/codes/code-step.ts';
import { LazyCodeEntry } from '#web/features/codes/lazy-code-entry.tsx';
import { usePreload } from '#web/ui/browser/lazy.tsx';

export function SignupFarmerRoute() {
  usePreload(LazyCodeEntry);
  const signup = useFarmerSignup();
  const { step } = signup;
  const isBySms = step !== null && isPhoneAddress(step.address);
  return (
    <AccountPage title={m.farmerSignupTitle()} lead={step ? m.stepOfTwo({ number: 2 }) : m.farmerSignupLead()} isBroad={!step}>
      {step ? (
        <LazyCodeEntry
          purpose={isBySms ? 'verify-phone' : 'signup'}
          extra={{ userType: 'farmer' }}
          step={step}
          onStep={signup.keepStep}
          requestCode={signup.requestCode}
          onConfirmed={(confirmed) => {
            const { signupToken } = expectOutcome(confirmed, isBySms ? 'phoneProven' : 'emailProven');
            return signup.takeProof(step.address, signupToken);
          }}
          confirmedText={isBySms ? m.phoneProvenMessage() : m.emailProvenMessage()}
          backLabel={m.backToForm()}
          onBack={signup.backToForm}
        />
      ) : (
        <FarmerSignupForm signup={signup} />
      )}
    </AccountPage>
  );
}
