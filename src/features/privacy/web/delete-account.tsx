import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { deleteAccountInput } from '#features/accounts/rules/account-changes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { clearSession, LOGGED_OUT } from '#platform/web/session/session.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { FormDialog } from '#platform/web/ui/overlay/form-dialog.tsx';

/**
 * Deletes an account permanently, after asking for the password again. `loginName`: its email, or
 * its phone number if it has none.
 */
export function DeleteAccount({ loginName }: { loginName: string }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsAsking(true)}
        className="min-h-11 justify-self-start px-1 text-muted text-sm underline underline-offset-4"
      >
        {m.deleteAccountButton()}
      </button>
      {isAsking && <Confirmation loginName={loginName} onCancel={() => setIsAsking(false)} />}
    </>
  );
}

const fallbacks = { failed: m.deleteAccountFailed, connectionLost: m.deleteAccountFailed };

function Confirmation({ loginName, onCancel }: { loginName: string; onCancel: () => void }) {
  const erasure = trpc.auth.deleteAccount.useMutation();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm({
    resolver: typedResolver(deleteAccountInput),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const erase = form.handleSubmit(async ({ password }) => {
    try {
      await erasure.mutateAsync({ password });
    } catch (error) {
      setBanner(showFailure(form, ['password'], { failure: readFailure(error), fallbacks }));
      return;
    }
    clearSession();
    dispatchEvent(new Event(LOGGED_OUT));
    showToast('success', m.accountDeletedMessage());
    await navigate({ to: '/', replace: true });
    queryClient.clear();
  });

  return (
    <FormDialog
      title={m.deleteAccountConfirmTitle({ email: loginName })}
      submitLabel={m.deleteAccountForever()}
      isDestructive
      isBusy={isSubmitting}
      onSubmit={erase}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onCancel}
    >
      <p>{m.settingsDeleteLead()}</p>
      <p>{m.deleteAccountConfirmText()}</p>
      <input type="text" autoComplete="username" value={loginName} readOnly hidden />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        error={fieldSentence(errors.password)}
        {...form.register('password')}
      />
    </FormDialog>
  );
}
