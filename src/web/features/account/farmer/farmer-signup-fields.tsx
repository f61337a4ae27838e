import { NATIONAL_ID_INPUT_MAX } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { farmSizeLabels, farmTypeLabels, optionsOf } from '#web/features/farm/option-labels.ts';
import { fieldSentence } from '#web/ui/form/field-sentence.ts';
import { SelectField } from '#web/ui/form/select-field.tsx';
import { TextField } from '#web/ui/form/text-field.tsx';
import type { useFarmerSignup } from './use-farmer-signup.ts';

type FieldsProps = Pick<ReturnType<typeof useFarmerSignup>, 'form'>;

/** The fields about the farmer as a person. */
export function PersonFields({ form: { register, formState } }: FieldsProps) {
  const { errors } = formState;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
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
      <div className="grid gap-5 sm:grid-cols-2">
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

/** What the farm is called, what it grows, and on how much land. */
export function FarmFields({ form: { register, formState } }: FieldsProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={m.farmNameEditLabel()}
        hint={m.farmNameHint()}
        isOptional
        autoComplete="organization"
        className="sm:col-span-2"
        error={fieldSentence(formState.errors.farmName)}
        {...register('farmName')}
      />
      <SelectField
        label={m.farmTypeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmTypeLabels)}
        error={fieldSentence(formState.errors.farmType)}
        {...register('farmType')}
      />
      <SelectField
        label={m.farmSizeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmSizeLabels)}
        error={fieldSentence(formState.errors.farmSize)}
        {...register('farmSize')}
      />
    </div>
  );
}
