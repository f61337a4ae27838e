import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PAYOUT_HOLD_SECONDS } from '#features/accounts/rules/limits.ts';
import type { CodeStep, ConfirmedCode } from '#features/accounts/web/codes/code-step.ts';
import { LazyCodeEntry } from '#features/accounts/web/codes/lazy-code-entry.tsx';
import { useRequestCode } from '#features/accounts/web/codes/use-request-code.ts';
import {
  type ChangePhoneNumber,
  changePhoneNumberInput,
} from '#features/farms/rules/farm-changes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type Failure, readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { supportPhone } from '#platform/web/shell/site-info.ts';
import { usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { FormBanner, Notice } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';

const hours = PAYOUT_HOLD_SECONDS / 3600;
const resolver = zodResolver(changePhoneNumberInput);
const fallbacks = { failed: m.phoneChangeFailed, connectionLost: m.cannotConnect };

type DialogProps = { phoneNumber: string; onClose: () => void };

/**
 * Changes the number of a farmer without an email, who logs in with it. Requires codes from both
 * phones, the current one first.
 */
export function OnlyNumberDialog({ phoneNumber, onClose }: DialogProps) {
  const formId = useId();
  const change = useOnlyNumber({ phoneNumber, onClose });
  const { step } = change;
  const isFormer = step?.address === phoneNumber;
  const buttons = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {m.cancel()}
      </Button>
      <Button type="submit" form={formId} isBusy={change.form.formState.isSubmitting}>
        {m.phoneSendCodes()}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={m.phoneChange()} onClose={onClose} actions={step ? undefined : buttons}>
      {step ? (
        <div className="grid gap-3">
          <p className="text-muted text-sm">{m.stepOfTwo({ number: isFormer ? 1 : 2 })}</p>
          <LazyCodeEntry
            key={step.address}
            purpose="verify-phone"
            purposeText={isFormer ? m.phoneFormerCode() : m.phoneNewCode()}
            step={step}
            onStep={change.keepStep}
            requestCode={change.requestCode}
            onConfirmed={change.takeProof}
            backLabel={m.backToForm()}
            onBack={() => change.keepStep(null)}
          />
        </div>
      ) : (
        <NumberForm formId={formId} phoneNumber={phoneNumber} change={change} />
      )}
    </Dialog>
  );
}

/**
 * The proofs are kept while the dialog is open, so that a wrong password does not require two more
 * codes.
 */
function useOnlyNumber({ phoneNumber: former, onClose }: DialogProps) {
  usePreload(LazyCodeEntry);
  const { farmer, phone } = trpc.useUtils();
  const [step, keepStep] = useState<CodeStep | null>(null);
  const [banner, setBanner] = useState<string | null>(null);
  const tokens = useRef(new Map<string, string>());
  const requestCode = useRequestCode('verify-phone');
  const change = trpc.farmer.changePhoneNumber.useMutation();
  const form = useForm<ChangePhoneNumber>({
    resolver,
    mode: 'onTouched',
    defaultValues: { phoneNumber: '', password: '' },
  });
  const refuse = (failure: Failure) => {
    keepStep(null);
    setBanner(showFailure(form, ['phoneNumber', 'password'], { failure, fallbacks }));
  };

  /** Requests the code that is still missing, or changes the number. */
  async function goOn({ phoneNumber, password }: ChangePhoneNumber) {
    setBanner(null);
    if (phoneNumber === former) return onClose();
    const [formerToken, signupToken] = [former, phoneNumber].map((number) =>
      tokens.current.get(number),
    );
    if (formerToken && signupToken)
      return save({ phoneNumber, password, signupToken, formerToken });
    const request = await requestCode(formerToken ? phoneNumber : former);
    if (request.outcome === 'failed') refuse(request.failure);
    else keepStep(request.step);
  }

  async function save(input: ChangePhoneNumber) {
    try {
      farmer.profile.setData(undefined, await change.mutateAsync(input));
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code === 'PHONE_NOT_PROVEN') tokens.current.clear();
      return refuse(failure);
    }
    void phone.invalidate();
    showToast('success', m.phoneChanged({ hours }));
    onClose();
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
      if (!('signupToken' in confirmed) || !step)
        throw new Error(`A code was answered with ${confirmed.outcome}`);
      tokens.current.set(step.address, confirmed.signupToken);
      await submit();
    },
  };
}

type NumberFormProps = {
  formId: string;
  phoneNumber: string;
  change: ReturnType<typeof useOnlyNumber>;
};

function NumberForm({
  formId,
  phoneNumber,
  change: { form, banner, clearBanner, submit },
}: NumberFormProps) {
  const { errors } = form.formState;
  return (
    <form id={formId} onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-5">
      <Notice type="info">{m.phoneHoldBoth({ hours })}</Notice>
      <TextField
        label={m.phoneNew()}
        hint={m.phoneCurrent({ phoneNumber: phoneText(phoneNumber) })}
        type="tel"
        autoComplete="tel"
        error={fieldSentence(errors.phoneNumber)}
        {...form.register('phoneNumber')}
      />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        error={fieldSentence(errors.password)}
        {...form.register('password')}
      />
      <p className="text-muted text-sm">{m.phoneLost({ phone: supportPhone() })}</p>
      <FormBanner text={banner} />
    </form>
  );
}
