import { m } from '#shared/text/compiled/messages.js';
import { Button } from '#web/ui/form/button.tsx';
import { FormBanner } from '#web/ui/form/form-banner.tsx';
import { NewPasswordFields } from '#web/ui/form/new-password-fields.tsx';
import type { usePasswordReset } from './use-password-reset.ts';

type NewPasswordFormProps = { reset: ReturnType<typeof usePasswordReset>; email: string };

/** The last step of a forgotten password. */
export function NewPasswordForm({ reset, email }: NewPasswordFormProps) {
  const { passwordForm: form, banner, clearBanner, submitPassword } = reset;
  const { isSubmitting } = form.formState;
  return (
    <form onSubmit={submitPassword} onChange={clearBanner} noValidate className="grid gap-5">
      <h2 className="font-bold text-xl">{m.newPasswordTitle()}</h2>
      {/* For password managers: whose new password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordFields form={form} label={m.newPasswordLabel()} isFocused />
      <FormBanner text={banner} />
      <Button type="submit" size="large" isWide isBusy={isSubmitting}>
        {m.saveNewPassword()}
      </Button>
    </form>
  );
}
