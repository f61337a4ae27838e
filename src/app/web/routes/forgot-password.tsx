import { expectOutcome } from '#accounts/web/code-step.ts';
import { LazyCodeEntry } from '#accounts/web/login-steps.tsx';
import {
  ForgotPasswordForm,
  NewPasswordForm,
  usePasswordReset,
} from '#accounts/web/password-reset.tsx';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { m } from '#text';
import { usePreload } from '#ui/lazy.tsx';
import { AccountPage } from '#web/account-page.tsx';

export function ForgotPasswordRoute() {
  usePreload(LazyCodeEntry);
  const reset = usePasswordReset();
  return (
    <AccountPage title={m.forgotPasswordPageTitle()}>
      <Step reset={reset} />
    </AccountPage>
  );
}

function Step({ reset }: { reset: ReturnType<typeof usePasswordReset> }) {
  const { step, rightCode } = reset;
  if (!step) return <ForgotPasswordForm reset={reset} />;
  if (rightCode)
    return <NewPasswordForm reset={reset} address={step.address} role={rightCode.role} />;
  const isBySms = isPhoneNumber(step.address);
  return (
    <LazyCodeEntry
      purpose="password_reset"
      step={step}
      onStep={reset.keepStep}
      requestCode={reset.requestCode}
      onConfirmed={(confirmed, otp) =>
        reset.takeCode({ otp, role: expectOutcome(confirmed, 'codeRight').role })
      }
      notice={isBySms ? m.codeSentIfKnownSms() : m.codeSentIfKnownMessage()}
      backLabel={isBySms ? m.codeChangeNumber() : m.backToEmail()}
      onBack={reset.backToAddress}
    />
  );
}
