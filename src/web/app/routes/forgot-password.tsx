import { m } from '#shared/text/compiled/messages.js';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { ForgotPasswordForm } from '#web/features/account/forgot-password-form.tsx';
import { NewPasswordForm } from '#web/features/account/new-password-form.tsx';
import { usePasswordReset } from '#web/features/account/use-password-reset.ts';
import { LaterCodeEntry } from '#web/features/codes/later-code-entry.tsx';
import { usePreload } from '#web/ui/browser/use-preload.ts';

export function ForgotPasswordRoute() {
  usePreload(LaterCodeEntry);
  const reset = usePasswordReset();
  return (
    <AccountPage title={m.forgotPasswordPageTitle()} lead={reset.step ? undefined : m.forgotPasswordLead()}>
      <Step reset={reset} />
    </AccountPage>
  );
}

function Step({ reset }: { reset: ReturnType<typeof usePasswordReset> }) {
  const { step, rightCode } = reset;
  if (!step) return <ForgotPasswordForm reset={reset} />;
  if (rightCode) return <NewPasswordForm reset={reset} email={step.email} />;
  return (
    <LaterCodeEntry
      purpose="password_reset"
      step={step}
      onStep={reset.keepStep}
      requestCode={reset.requestCode}
      onConfirmed={(_, code) => reset.takeCode(code)}
      notice={m.codeSentIfKnownMessage()}
      backLabel={m.backToEmail()}
      onBack={reset.backToEmail}
    />
  );
}
