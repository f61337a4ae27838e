import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { changePasswordForms } from '#accounts/rules/account-changes.ts';
import type { Role } from '#platform/rules/role.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { isCommonPassword } from '#platform/web/client/is-common-password.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { NewPasswordFields, newPasswordHints } from '#platform/web/ui/form/new-password-fields.tsx';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';
import { m } from '#text';

const resolvers = {
  buyer: typedResolver(changePasswordForms.buyer),
  farmer: typedResolver(changePasswordForms.farmer),
};

const fallbacks = { failed: m.saveFailed, connectionLost: m.messagesOffline };

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
          {m.settingsPasswordTitle()}
        </Button>
      </form>
    </SettingsRow>
  );
}

type Change = z.infer<(typeof changePasswordForms)[Role]>;

function useChangePassword(role: Role) {
  const { auth } = trpc.useUtils();
  const { mutateAsync } = trpc.auth.changePassword.useMutation({
    onSuccess: () => void auth.sessions.invalidate(),
  });
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm<Change>({
    resolver: resolvers[role],
    mode: 'onTouched',
    defaultValues: { currentPassword: '', password: '', confirmPassword: '' },
  });

  async function change({ currentPassword, password }: Change) {
    try {
      await mutateAsync({ currentPassword, newPassword: password });
    } catch (error) {
      const failure = readFailure(error);
      const { newPassword: wrong, ...fieldErrors } = failure.fieldErrors;
      const named = {
        ...failure,
        fieldErrors: { ...fieldErrors, ...(wrong && { password: wrong }) },
      };
      setBanner(showFailure(form, ['currentPassword', 'password'], { failure: named, fallbacks }));
      return;
    }
    form.reset();
    showToast('success', m.passwordChangedMessage());
  }

  return { form, banner, clearBanner: () => setBanner(null), submit: form.handleSubmit(change) };
}
