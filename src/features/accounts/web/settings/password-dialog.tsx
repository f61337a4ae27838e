import { type ReactNode, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { readFailure } from '#platform/web/client/failure.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { showFailure } from '#platform/web/ui/form/form-errors.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { FormDialog } from '#platform/web/ui/overlay/dialog.tsx';
import { m } from '#text';

type PasswordDialogProps<Values extends FieldValues, Output> = {
  title: string;
  submitLabel: string;
  isDestructive?: boolean;
  form: UseFormReturn<Values, unknown, Output>;
  fields?: readonly FieldPath<Values>[];
  /** For password managers. */
  loginName?: string;
  send: (input: Output) => Promise<void>;
  fallbacks: Parameters<typeof showFailure>[2]['fallbacks'];
  onClose: () => void;
  children: ReactNode;
};

/** A borrowed session must not suffice, so the form asks for the current password. */
export function PasswordDialog<Values extends FieldValues & { password: string }, Output>({
  form,
  fields = [],
  loginName,
  send,
  fallbacks,
  children,
  ...dialog
}: PasswordDialogProps<Values, Output>) {
  const [banner, setBanner] = useState<string | null>(null);
  // TypeScript does not find the field in the paths of a type parameter.
  const password = 'password' as FieldPath<Values>;
  const submit = form.handleSubmit(async (input) => {
    try {
      await send(input);
    } catch (error) {
      const shown = { failure: readFailure(error), fallbacks };
      setBanner(showFailure(form, [...fields, password], shown));
    }
  });
  return (
    <FormDialog
      {...dialog}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => setBanner(null)}
      banner={banner}
    >
      {children}
      {loginName && <input type="text" autoComplete="username" value={loginName} readOnly hidden />}
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        error={fieldSentence(form.getFieldState(password, form.formState).error)}
        {...form.register(password)}
      />
    </FormDialog>
  );
}
