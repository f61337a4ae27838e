import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { m } from '#text';
import { Dialog, FormDialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { fieldSentence, showFailure } from '#ui/form-state.ts';
import { PasswordField } from '#ui/password-fields.tsx';
import { readFailure } from '#web/rpc.ts';

type PasswordDialogProps<Values extends FieldValues, Output> = {
  title: string;
  submitLabel: string;
  isDestructive?: boolean;
  form: UseFormReturn<Values, unknown, Output>;
  fields?: readonly FieldPath<Values>[];
  loginName?: string;
  send: (input: Output) => Promise<void>;
  fallbacks: Parameters<typeof showFailure>[2]['fallbacks'];
  onClose: () => void;
  children: React.ReactNode;
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

type ShownOnceProps = { title: string; text: string; secret: string; onClose: () => void };

export function ShownOnce({ title, text, secret, onClose }: ShownOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setIsCopied(true);
    } catch {
      // Without the permission, the user can copy the selected text.
      field.current?.select();
    }
  };
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      actions={<Button onClick={onClose}>{m.close()}</Button>}
    >
      <p>{text}</p>
      <div className="mt-3 grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <input
          ref={field}
          readOnly
          value={secret}
          aria-label={title}
          onFocus={(event) => event.currentTarget.select()}
          className="input font-mono text-sm"
        />
        <Button variant="secondary" onClick={copy}>
          {isCopied ? <Check className="size-5" /> : <Copy className="size-5" />}
          {isCopied ? m.copiedText() : m.copyText()}
        </Button>
      </div>
    </Dialog>
  );
}
