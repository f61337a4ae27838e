import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { credentialsInput } from '#features/accounts/rules/account.ts';
import type { AddEmail } from '#features/accounts/rules/account-changes.ts';
import {
  type CodeStep,
  type ConfirmedCode,
  expectOutcome,
} from '#features/accounts/web/codes/code-step.ts';
import { LazyCodeEntry } from '#features/accounts/web/codes/lazy-code-entry.tsx';
import { useRequestCode } from '#features/accounts/web/codes/use-request-code.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type Failure, readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';

type Values = z.output<typeof credentialsInput>;
const resolver = zodResolver(credentialsInput);
const fallbacks = { failed: m.emailAddFailed, connectionLost: m.cannotConnect };

/** For a farmer without an email: the email and the password, then the code sent to it. */
export function AddEmailDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const add = useAddEmail(onClose);
  const { step } = add;
  const buttons = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {m.cancel()}
      </Button>
      <Button type="submit" form={formId} isBusy={add.form.formState.isSubmitting}>
        {m.emailAddSend()}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={m.emailAdd()} onClose={onClose} actions={step ? undefined : buttons}>
      {step ? (
        <LazyCodeEntry
          purpose="signup"
          purposeText={m.emailAddCode()}
          extra={{ userType: 'farmer' }}
          step={step}
          onStep={add.keepStep}
          requestCode={add.requestCode}
          onConfirmed={add.takeProof}
          backLabel={m.backToEmail()}
          onBack={() => add.keepStep(null)}
        />
      ) : (
        <EmailForm formId={formId} add={add} />
      )}
    </Dialog>
  );
}

/**
 * The proof is kept while the dialog is open, so that a wrong password does not require a second
 * code.
 */
function useAddEmail(onDone: () => void) {
  usePreload(LazyCodeEntry);
  const { farmer, phone } = trpc.useUtils();
  const [step, keepStep] = useState<CodeStep | null>(null);
  const [banner, setBanner] = useState<string | null>(null);
  const proof = useRef<{ email: string; signupToken: string } | null>(null);
  const requestCode = useRequestCode('signup');
  const add = trpc.auth.addEmail.useMutation();
  const form = useForm<Values>({
    resolver,
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const refuse = (failure: Failure) => {
    keepStep(null);
    setBanner(showFailure(form, ['email', 'password'], { failure, fallbacks }));
  };

  /** Requests the code, or adds the email whose code was entered. */
  async function goOn(values: Values) {
    setBanner(null);
    const { current } = proof;
    if (current?.email === values.email)
      return save({ ...values, signupToken: current.signupToken });
    const request = await requestCode(values.email);
    if (request.outcome === 'failed') refuse(request.failure);
    else keepStep(request.step);
  }

  async function save(input: AddEmail) {
    try {
      await add.mutateAsync(input);
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'EMAIL_NOT_PROVEN') proof.current = null;
      return refuse(failure);
    }
    await Promise.all([farmer.profile.invalidate(), phone.invalidate()]);
    showToast('success', m.emailAdded());
    onDone();
  }

  const submit = form.handleSubmit(goOn);
  return {
    form,
    banner,
    clearBanner: () => setBanner(null),
    submit,
    step,
    keepStep,
    requestCode,
    takeProof: async (confirmed: ConfirmedCode) => {
      proof.current = expectOutcome(confirmed, 'emailProven');
      await submit();
    },
  };
}

type EmailFormProps = { formId: string; add: ReturnType<typeof useAddEmail> };

function EmailForm({ formId, add: { form, banner, clearBanner, submit } }: EmailFormProps) {
  const { errors } = form.formState;
  return (
    <form id={formId} onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-5">
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
      <FormBanner text={banner} />
    </form>
  );
}
