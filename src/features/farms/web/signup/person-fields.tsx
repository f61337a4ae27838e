import { NATIONAL_ID_INPUT_MAX } from '#features/accounts/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import type { useFarmerSignup } from './use-farmer-signup.ts';

type FieldsProps = Pick<ReturnType<typeof useFarmerSignup>, 'form'>;

export function PersonFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:gap-5">
        <TextField
          label={m.firstNameLabel()}
          autoComplete="given-name"
          error={fieldSentence(errors.firstName)}
          {...register('firstName')}
        />
        <TextField
          label={m.lastNameLabel()}
          autoComplete="family-name"
          error={fieldSentence(errors.lastName)}
          {...register('lastName')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-5">
        <TextField
          label={m.phoneNumberLabel()}
          hint={m.phoneNumberHint()}
          type="tel"
          autoComplete="tel"
          error={fieldSentence(errors.phoneNumber)}
          {...register('phoneNumber')}
        />
        <TextField
          label={m.emailLabel()}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          error={fieldSentence(errors.email)}
          {...register('email')}
        />
        <p className="needs-sms -mt-3 text-muted text-sm sm:col-span-2">{m.emailOptionalBySms()}</p>
      </div>
      <TextField
        label={m.nationalIdLabel()}
        hint={m.nationalIdHint()}
        isOptional
        inputMode="numeric"
        autoComplete="off"
        maxLength={NATIONAL_ID_INPUT_MAX}
        error={fieldSentence(errors.nationalId)}
        {...register('nationalId')}
      />
    </>
  );
}
