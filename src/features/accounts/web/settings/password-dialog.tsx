import { type ReactNode, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { FormDialog } from '#platform/web/ui/overlay/form-dialog.tsx';

type PasswordDialogProps<Values extends FieldValues, Output> = {
  title: string;
  submitLabel: string;
  isDestructive?: boolean;
  /** Its last field is `password`. */
  form: UseFormReturn<Values, unknown, Output>;
  /** The other fields that the server may refuse. */
  fields?: readonly FieldPath<Values>[];
  /** Tells password managers whose password it is. */
  loginName?: string;
  send: (input: Output) => Promise<void>;
  fallbacks: Parameters<typeof showFailure>[2]['fallbacks'];
  onClose: () => void;
  /** The other fields, and what the form is about. */
  children: ReactNode;
};

/** A form that is sent with the current password, because a borrowed session must not suffice. */
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
