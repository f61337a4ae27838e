import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { FormDialog } from '#platform/web/ui/overlay/form-dialog.tsx';
import { NumberFields } from './number-fields.tsx';
import { holdHours, useNumberForm } from './use-number-form.ts';

type DialogProps = { phoneNumber: string; onClose: () => void };

/**
 * Changes the phone number for payouts. Asks for the password, and explains the consequences first.
 */
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
