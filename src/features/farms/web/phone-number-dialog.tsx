import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { PAYOUT_HOLD_SECONDS } from '#features/accounts/rules/limits.ts';
import {
  type ChangePhoneNumber,
  changePhoneNumberInput,
} from '#features/farms/rules/farm-changes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
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

/**
 * Changes the phone number for payouts. Asks for the password, and explains the consequences first.
 */
export function PhoneNumberDialog({
  phoneNumber,
  onClose,
}: {
  phoneNumber: string;
  onClose: () => void;
}) {
  const formId = useId();
  const { farmer, phone } = trpc.useUtils();
  const [banner, setBanner] = useState<string | null>(null);
  const change = trpc.farmer.changePhoneNumber.useMutation();
  const form = useForm<ChangePhoneNumber>({
    resolver,
    mode: 'onTouched',
    defaultValues: { phoneNumber: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;

  const save = form.handleSubmit(async (input) => {
    try {
      farmer.profile.setData(undefined, await change.mutateAsync(input));
    } catch (error) {
      return setBanner(
        showFailure(form, ['phoneNumber', 'password'], { failure: readFailure(error), fallbacks }),
      );
    }
    // A changed number has to be verified again.
    void phone.invalidate();
    showToast('success', m.phoneChanged({ hours }));
    onClose();
  });

  return (
    <Dialog
      isOpen
      title={m.phoneChange()}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button type="submit" form={formId} isBusy={isSubmitting}>
            {m.phoneSave()}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={save}
        onChange={() => setBanner(null)}
        noValidate
        className="grid gap-5"
      >
        <Notice type="info">{m.phoneHold({ hours })}</Notice>
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
        <FormBanner text={banner} />
      </form>
    </Dialog>
  );
}
