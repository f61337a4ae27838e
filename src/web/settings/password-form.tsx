import { m } from '#shared/text/compiled/messages.js';
import { fieldSentence } from '#web/forms/field-sentence.ts';
import { FormBanner } from '#web/forms/form-banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useChangePassword } from './use-change-password.ts';

/** Changes the password of whoever is logged in. `email` tells a password manager whose it is. */
export function PasswordForm({ email }: { email: string }) {
  const { form, banner, clearBanner, submit } = useChangePassword();
  const { errors, isSubmitting } = form.formState;
  const checkConfirmation = () => form.getValues('confirmPassword') !== '' && void form.trigger('confirmPassword');
  return (
    <SettingsSection title={m.settingsPasswordTitle()}>
      <form onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-5">
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={m.currentPasswordLabel()}
          autoComplete="current-password"
          error={fieldSentence(errors.currentPassword)}
          {...form.register('currentPassword')}
        />
        <PasswordField
          label={m.newPasswordLabel()}
          hint={m.passwordHint()}
          autoComplete="new-password"
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
        <Button type="submit" className="justify-self-start" isBusy={isSubmitting}>
          {m.changePasswordButton()}
        </Button>
      </form>
    </SettingsSection>
  );
}
