import { m } from '#shared/text/compiled/messages.js';
import { fieldSentence } from '#web/forms/field-sentence.ts';
import { FormBanner } from '#web/forms/form-banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import type { usePasswordReset } from './use-password-reset.ts';

type NewPasswordFormProps = { reset: ReturnType<typeof usePasswordReset>; email: string };

/** The last step of a forgotten password. */
export function NewPasswordForm({ reset, email }: NewPasswordFormProps) {
  const { passwordForm: form, banner, clearBanner, submitPassword } = reset;
  const { errors, isSubmitting } = form.formState;
  const checkConfirmation = () => form.getValues('confirmPassword') !== '' && void form.trigger('confirmPassword');
  return (
    <form onSubmit={submitPassword} onChange={clearBanner} noValidate className="grid gap-5">
      <h2 className="font-bold text-xl">{m.newPasswordTitle()}</h2>
      {/* For password managers: whose new password this is. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={m.newPasswordLabel()}
        hint={m.passwordHint()}
        autoComplete="new-password"
        autoFocus
        error={fieldSentence(errors.password)}
        {...form.register('password', { onChange: checkConfirmation })}
      />
      <PasswordField
        label={m.confirmPasswordLabel()}
        autoComplete="new-password"
        error={fieldSentence(errors.confirmPassword)}
        {...form.register('confirmPassword')}
      />
      <FormBanner text={banner} />
      <Button type="submit" size="large" isWide isBusy={isSubmitting}>
        {m.saveNewPassword()}
      </Button>
    </form>
  );
}
