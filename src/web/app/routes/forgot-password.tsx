import { m } from '#shared/text/compiled/messages.js';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { ForgotPasswordForm, NewPasswordForm } from '#web/features/account/forgot-password-form.tsx';
import { usePasswordReset } from '#web/features/account/use-password-reset.ts';
import { expectOutcome, isPhoneAddress } from '#web/features/codes/code-step.ts';
import { LazyCodeEntry } from '#web/features/codes/lazy-code-entry.tsx';
import { usePreload } from '#web/ui/browser/lazy.tsx';

export function ForgotPasswordRoute() {
  usePreload(LazyCodeEntry);
  const reset = usePasswordReset();
  return (
    <AccountPage
      title={m.forgotPasswordPageTitle()}
      lead={reset.step ? undefined : reset.way === 'email' ? m.forgotPasswordLead() : m.forgotPasswordLeadPhone()}
    >
      <Step reset={reset} />
    </AccountPage>
  );
}

function Step({ reset }: { reset: ReturnType<typeof usePasswordReset> }) {
  const { step, rightCode } = reset;
  if (!step) return <ForgotPasswordForm reset={reset} />;
  if (rightCode) return <NewPasswordForm reset={reset} address={step.address} role={rightCode.role} />;
  const isBySms = isPhoneAddress(step.address);
  return (
    <LazyCodeEntry
      purpose="password_reset"
      step={step}
      onStep={reset.keepStep}
      requestCode={reset.requestCode}
      onConfirmed={(confirmed, otp) => reset.takeCode({ otp, role: expectOutcome(confirmed, 'codeRight').role })}
      notice={isBySms ? m.codeSentIfKnownSms() : m.codeSentIfKnownMessage()}
      backLabel={isBySms ? m.codeChangeNumber() : m.backToEmail()}
      onBack={reset.backToAddress}
    />
  );
}
