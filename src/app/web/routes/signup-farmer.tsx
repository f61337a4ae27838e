import { expectOutcome, isPhoneAddress } from '#features/accounts/web/codes/code-step.ts';
import { LazyCodeEntry } from '#features/accounts/web/codes/lazy-code-entry.tsx';
import { FarmerSignupForm } from '#features/farms/web/signup/farmer-signup-form.tsx';
import { useFarmerSignup } from '#features/farms/web/signup/use-farmer-signup.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { AccountPage } from '#platform/web/shell/account-page.tsx';
import { usePreload } from '#platform/web/ui/browser/lazy.tsx';

export function SignupFarmerRoute() {
  usePreload(LazyCodeEntry);
  const signup = useFarmerSignup();
  const { step } = signup;
  const isBySms = step !== null && isPhoneAddress(step.address);
  return (
    <AccountPage
      title={m.farmerSignupTitle()}
      lead={step ? m.stepOfTwo({ number: 2 }) : m.farmerSignupLead()}
      isBroad={!step}
    >
      {step ? (
        <LazyCodeEntry
          purpose={isBySms ? 'verify-phone' : 'signup'}
          extra={{ userType: 'farmer' }}
          step={step}
          onStep={signup.keepStep}
          requestCode={signup.requestCode}
          onConfirmed={(confirmed) => {
            const { signupToken } = expectOutcome(
              confirmed,
              isBySms ? 'phoneProven' : 'emailProven',
            );
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
