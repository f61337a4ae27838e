import { useRef, useState } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { credentialsInput } from '#accounts/rules/account.ts';
import { PAYOUT_HOLD_SECONDS } from '#accounts/rules/limits.ts';
import { type CodeStep, type ConfirmedCode, useRequestCode } from '#accounts/web/code-step.ts';
import { LazyCodeEntry } from '#accounts/web/login-steps.tsx';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Dialog, FormDialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { usePreload } from '#ui/lazy.tsx';
import { PasswordField } from '#ui/password-fields.tsx';
import { showToast } from '#ui/show-toast.ts';
import { supportPhone } from '#web/page-frame.tsx';
import { type Failure, readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { type ChangePhoneNumber, changePhoneNumberInput } from '../rules/farm.ts';

type DialogProps = { phoneNumber: string; onClose: () => void };

export function PhoneNumberDialog({ phoneNumber, onClose }: DialogProps) {
  const [banner, setBanner] = useState<string | null>(null);
  const { form, fields, fallbacks, save } = useNumberForm();
  const submit = form.handleSubmit(async (input) => {
    try {
      await save(input);
      onClose();
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
    }
  });
  return (
    <FormDialog
      title={m.phoneChange()}
      submitLabel={m.phoneSave()}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
    >
      <NumberFields
        form={form}
        phoneNumber={phoneNumber}
        notice={m.phoneHold({ hours: holdHours })}
      />
    </FormDialog>
  );
}

/** For a farmer without an email. Requires codes from both phones, the current one first. */
export function OnlyNumberDialog({ phoneNumber: former, onClose }: DialogProps) {
  const { save, ...numberForm } = useNumberForm();
  return (
    <ProvenFormDialog
      {...numberForm}
      title={m.phoneChange()}
      submitLabel={m.phoneSendCodes()}
      addressesOf={({ phoneNumber }) => (phoneNumber === former ? [] : [former, phoneNumber])}
      save={async (input, tokenOf) => {
        const { phoneNumber } = input;
        if (phoneNumber === former) return;
        await save({ ...input, signupToken: tokenOf(phoneNumber), formerToken: tokenOf(former) });
      }}
      notProven="PHONE_NOT_PROVEN"
      codeEntry={{
        purpose: 'verify-phone',
        purposeText: (address) => (address === former ? m.phoneFormerCode() : m.phoneNewCode()),
        backLabel: m.backToForm(),
      }}
      aboveCode={(address) => (
        <p className="text-muted text-sm">
          {m.stepOf({ number: address === former ? 1 : 2, count: 2 })}
        </p>
      )}
      onClose={onClose}
    >
      <NumberFields
        form={numberForm.form}
        phoneNumber={former}
        notice={m.phoneHoldBoth({ hours: holdHours })}
      />
      {/\d/.test(supportPhone()) && (
        <p className="text-muted text-sm">{m.phoneLost({ phone: supportPhone() })}</p>
      )}
    </ProvenFormDialog>
  );
}

const resolver = typedResolver(changePhoneNumberInput);
const fallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };

const holdHours = PAYOUT_HOLD_SECONDS / 3600;

function useNumberForm() {
  const { farmer, phone } = trpc.useUtils();
  const change = trpc.farmer.changePhoneNumber.useMutation();
  const form = useForm<ChangePhoneNumber>({
    resolver,
    mode: 'onTouched',
    defaultValues: { phoneNumber: '', password: '' },
  });
  const save = async (input: ChangePhoneNumber) => {
    farmer.profile.setData(undefined, await change.mutateAsync(input));
    void phone.invalidate();
    showToast('success', m.phoneChanged({ hours: holdHours }));
  };
  return { form, fields: ['phoneNumber', 'password'] as const, fallbacks, save };
}

type NumberFieldsProps = {
  form: UseFormReturn<ChangePhoneNumber>;
  phoneNumber: string;
  notice: string;
};

function NumberFields({ form, phoneNumber, notice }: NumberFieldsProps) {
  return (
    <>
      <Notice type="info">{notice}</Notice>
      <TextField
        label={m.phoneNew()}
        hint={m.phoneCurrent({ phoneNumber: phoneText(phoneNumber) })}
        type="tel"
        autoComplete="tel"
        {...fieldOf(form, 'phoneNumber')}
      />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
    </>
  );
}

type Credentials = z.output<typeof credentialsInput>;
const emailResolver = typedResolver(credentialsInput);
const emailFallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };

export function AddEmailDialog({ onClose }: { onClose: () => void }) {
  const { farmer, phone } = trpc.useUtils();
  const add = trpc.auth.addEmail.useMutation();
  const form = useForm<Credentials>({
    resolver: emailResolver,
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
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
      fallbacks={emailFallbacks}
      codeEntry={{
        purpose: 'signup',
        purposeText: () => m.emailAddCode(),
        extra: { userType: 'farmer' },
        backLabel: m.backToEmail(),
      }}
      onClose={onClose}
    >
      <TextField
        label={m.emailLabel()}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        {...fieldOf(form, 'email')}
      />
      <PasswordField
        label={m.passwordLabel()}
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
    </ProvenFormDialog>
  );
}

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
  aboveCode?: (address: string) => React.ReactNode;
  onClose: () => void;
  children: React.ReactNode;
};

/** Proofs are kept while the dialog is open, so that a wrong password requires no new codes. */
function ProvenFormDialog<Values extends FieldValues>(props: ProvenFormDialogProps<Values>) {
  const { title, submitLabel, form, codeEntry, aboveCode, onClose, children } = props;
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
