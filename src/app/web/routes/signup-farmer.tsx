import { expectOutcome } from '#accounts/web/code-step.ts';
import { LazyCodeEntry } from '#accounts/web/login-steps.tsx';
import { FarmerSignupForm } from '#farms/web/signup/farmer-signup-form.tsx';
import { useFarmerSignup } from '#farms/web/signup/use-farmer-signup.ts';
import { signupSteps } from '#farms/web/signup/use-steps.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { m } from '#text';
import { useCloseOnBack } from '#ui/browser/use-close-on-back.ts';
import { usePreload } from '#ui/lazy.tsx';
import { AccountPage } from '#web/account-page.tsx';
import { usePageTitle } from '#web/page-frame.tsx';

export function SignupFarmerRoute() {
  usePreload(LazyCodeEntry);
  const signup = useFarmerSignup();
  const { step, steps } = signup;
  useCloseOnBack(step !== null, signup.backToForm);
  const later = step || steps.number === 1 ? undefined : signupSteps[steps.number - 1];
  usePageTitle(later ? `${m.stepOf(steps)} · ${later.title()}` : m.farmerSignupPageTitle());
  const isBySms = step !== null && isPhoneNumber(step.address);
  return (
    <AccountPage title={m.farmerSignupTitle()} isBroad={!step} isLaterStep={later !== undefined}>
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
          confirmedText={isBySms ? m.phoneVerifiedMessage() : m.emailProvenMessage()}
          backLabel={m.backToForm()}
          onBack={signup.backToForm}
        />
      ) : (
        <FarmerSignupForm signup={signup} />
      )}
    </AccountPage>
  );
}
