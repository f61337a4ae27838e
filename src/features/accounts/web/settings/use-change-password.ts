import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { changePasswordForms } from '#features/accounts/rules/account-changes.ts';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';

type Change = z.infer<(typeof changePasswordForms)[Role]>;

const resolvers = {
  buyer: typedResolver(changePasswordForms.buyer),
  farmer: typedResolver(changePasswordForms.farmer),
};
const fallbacks = { failed: m.changePasswordFailed, connectionLost: m.resetFailedNetwork };

/** Changes the password of a user who knows the current one. */
export function useChangePassword(role: Role) {
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
      // The server's name for the new password differs from the form's.
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
