import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { credentialsInput } from '#features/accounts/rules/account.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { ProvenFormDialog } from './proven-form-dialog.tsx';

type Values = z.output<typeof credentialsInput>;
const resolver = typedResolver(credentialsInput);
const fallbacks = { failed: m.emailAddFailed, connectionLost: m.cannotConnect };

/** For a farmer without an email: the email and the password, then the code sent to it. */
export function AddEmailDialog({ onClose }: { onClose: () => void }) {
  const { farmer, phone } = trpc.useUtils();
  const add = trpc.auth.addEmail.useMutation();
  const form = useForm<Values>({
    resolver,
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const { errors } = form.formState;
  return (
    <ProvenFormDialog
      title={m.emailAdd()}
      submitLabel={m.emailAddSend()}
      form={form}
      fields={['email', 'password']}
      addressesOf={({ email }) => [email]}
      save={async (values, tokenOf) => {
        await add.mutateAsync({ ...values, signupToken: tokenOf(values.email) });
        await Promise.all([farmer.profile.invalidate(), phone.invalidate()]);
        showToast('success', m.emailAdded());
      }}
      notProven="EMAIL_NOT_PROVEN"
      fallbacks={fallbacks}
      codeEntry={{
        purpose: 'signup',
        purposeText: () => m.emailAddCode(),
        extra: { userType: 'farmer' },
        backLabel: m.backToEmail(),
      }}
      onClose={onClose}
    >
      <p className="text-muted">{m.emailAddWhy()}</p>
      <TextField
        label={m.emailLabel()}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        error={fieldSentence(errors.email)}
        {...form.register('email')}
      />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        error={fieldSentence(errors.password)}
        {...form.register('password')}
      />
    </ProvenFormDialog>
  );
}
