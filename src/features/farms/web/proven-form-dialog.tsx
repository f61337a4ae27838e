import { type ReactNode, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { type CodeStep, type ConfirmedCode, useRequestCode } from '#accounts/web/code-step.ts';
import { LazyCodeEntry } from '#accounts/web/login-steps.tsx';
import { type Failure, readFailure } from '#platform/web/client/rpc.ts';
import { usePreload } from '#ui/browser/lazy.tsx';
import { showFailure } from '#ui/form/form-state.ts';
import { Dialog, FormDialog } from '#ui/overlay/dialog.tsx';

type ProvenFormDialogProps<Values extends FieldValues> = {
  title: string;
  submitLabel: string;
  form: UseFormReturn<Values>;
  fields: readonly FieldPath<Values>[];
  addressesOf: (values: Values) => string[];
  /** `tokenOf` returns the proof of one of the addresses. */
  save: (values: Values, tokenOf: (address: string) => string) => Promise<void>;
  notProven: 'EMAIL_NOT_PROVEN' | 'PHONE_NOT_PROVEN';
  fallbacks: Parameters<typeof showFailure>[2]['fallbacks'];
  codeEntry: Pick<Parameters<typeof LazyCodeEntry>[0], 'extra' | 'backLabel'> & {
    purpose: 'signup' | 'verify-phone';
    purposeText: (address: string) => string;
  };
  aboveCode?: (address: string) => ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * The proofs are kept while the dialog is open, so that a wrong password does not require new
 * codes.
 */
export function ProvenFormDialog<Values extends FieldValues>(props: ProvenFormDialogProps<Values>) {
  const { title, submitLabel, form, onClose, children } = props;
  const { codeEntry, aboveCode } = props;
  const { step, keepStep, banner, clearBanner, submit, requestCode, takeProof } =
    useProvenForm(props);
  if (!step)
    return (
      <FormDialog
        title={title}
        submitLabel={submitLabel}
        isBusy={form.formState.isSubmitting}
        onSubmit={submit}
        onChange={clearBanner}
        banner={banner}
        onClose={onClose}
      >
        {children}
      </FormDialog>
    );
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <div className="grid gap-3">
        {aboveCode?.(step.address)}
        <LazyCodeEntry
          {...codeEntry}
          key={step.address}
          purposeText={codeEntry.purposeText(step.address)}
          step={step}
          onStep={keepStep}
          requestCode={requestCode}
          onConfirmed={takeProof}
          onBack={() => keepStep(null)}
        />
      </div>
    </Dialog>
  );
}

function useProvenForm<Values extends FieldValues>({
  form,
  fields,
  addressesOf,
  save,
  notProven,
  fallbacks,
  codeEntry,
  onClose,
}: ProvenFormDialogProps<Values>) {
  usePreload(LazyCodeEntry);
  const [step, keepStep] = useState<CodeStep | null>(null);
  const [banner, setBanner] = useState<string | null>(null);
  const tokens = useRef(new Map<string, string>());
  const requestCode = useRequestCode(codeEntry.purpose);
  const refuse = (failure: Failure) => {
    keepStep(null);
    setBanner(showFailure(form, fields, { failure, fallbacks }));
  };

  const submit = form.handleSubmit(async (values) => {
    setBanner(null);
    const { current } = tokens;
    const missing = addressesOf(values).find((address) => !current.has(address));
    if (missing !== undefined) {
      const request = await requestCode(missing);
      if (request.outcome === 'failed') refuse(request.failure);
      else keepStep(request.step);
      return;
    }
    try {
      await save(values, (address) => current.get(address) ?? '');
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === notProven) current.clear();
      return refuse(failure);
    }
    onClose();
  });

  async function takeProof(confirmed: ConfirmedCode) {
    if (!('signupToken' in confirmed) || !step)
      throw new Error(`A code was answered with ${confirmed.outcome}`);
    tokens.current.set(step.address, confirmed.signupToken);
    await submit();
  }

  const clearBanner = () => setBanner(null);
  return { step, keepStep, banner, clearBanner, submit, requestCode, takeProof };
}
