import type { UseFormReturn } from 'react-hook-form';
import type { ChangePhoneNumber } from '#features/farms/rules/farm-changes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';

type NumberFieldsProps = {
  form: UseFormReturn<ChangePhoneNumber>;
  phoneNumber: string;
  /** The consequences of a change. */
  notice: string;
};

/** The new phone number and the password. */
export function NumberFields({ form, phoneNumber, notice }: NumberFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <Notice type="info">{notice}</Notice>
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
    </>
  );
}
