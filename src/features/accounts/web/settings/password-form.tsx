import { KeyRound } from 'lucide-react';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { isCommonPassword } from '#platform/web/client/is-common-password.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { NewPasswordFields, newPasswordHints } from '#platform/web/ui/form/new-password-fields.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';
import { useChangePassword } from './use-change-password.ts';

/**
 * Changes the logged-in user's password. `loginName`, an email or a phone number, tells password
 * managers which account it is for.
 */
export function PasswordForm({ loginName, forRole }: { loginName: string; forRole: Role }) {
  const { form, banner, clearBanner, submit } = useChangePassword(forRole);
  const { errors, isSubmitting } = form.formState;
  return (
    <SettingsRow Icon={KeyRound} title={m.settingsPasswordTitle()}>
      <form onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-5">
        <input type="text" autoComplete="username" value={loginName} readOnly hidden />
        <PasswordField
          label={m.currentPasswordLabel()}
          autoComplete="current-password"
          error={fieldSentence(errors.currentPassword)}
          {...form.register('currentPassword')}
        />
        <NewPasswordFields
          form={form}
          label={m.newPasswordLabel()}
          hint={newPasswordHints[forRole]()}
          isCommon={isCommonPassword}
        />
        <FormBanner text={banner} />
        <Button type="submit" className="justify-self-start" isBusy={isSubmitting}>
          {m.changePasswordButton()}
        </Button>
      </form>
    </SettingsRow>
  );
}
