import { type UseFormReturn, useController } from 'react-hook-form';
import type { EditFarm } from '#features/farms/rules/farm-changes.ts';
import { CountyField } from '#features/places/web/county-field.tsx';
import { CountyQuestion } from '#features/places/web/county-question.tsx';
import type { Position } from '#platform/rules/geo/geo.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { CoverageSlider } from './coverage-slider.tsx';
import type { FarmValues } from './farm-values.ts';
import { farmSizeLabels, farmTypeLabels, optionsOf } from './option-labels.ts';

type FarmForm = UseFormReturn<FarmValues, unknown, EditFarm>;

const pair = 'grid gap-5 sm:grid-cols-2';

/** The farmer's details, what the farm grows and where, and how it delivers. */
export function FarmFields({ form, pin }: { form: FarmForm; pin: Position }) {
  const { register, formState, control } = form;
  const { errors } = formState;
  const county = useController({ control, name: 'county' });
  const radius = useController({ control, name: 'geofenceRadius' });
  return (
    <>
      <div className={pair}>
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
      <TextField
        label={m.farmNameEditLabel()}
        autoComplete="organization"
        error={fieldSentence(errors.farmName)}
        {...register('farmName')}
      />
      <TextAreaField
        label={m.farmAboutLabel()}
        hint={m.farmAboutHint()}
        isOptional
        rows={3}
        error={fieldSentence(errors.about)}
        {...register('about')}
      />
      <div className={pair}>
        <SelectField
          label={m.farmTypeLabel()}
          options={optionsOf(farmTypeLabels)}
          error={fieldSentence(errors.farmType)}
          {...register('farmType')}
        />
        <SelectField
          label={m.farmSizeLabel()}
          options={optionsOf(farmSizeLabels)}
          error={fieldSentence(errors.farmSize)}
          {...register('farmSize')}
        />
        <div>
          <CountyField
            name="county"
            value={county.field.value}
            error={fieldSentence(errors.county)}
            onChange={county.field.onChange}
            onBlur={county.field.onBlur}
          />
        </div>
        <TextField
          label={m.subcountyLabel()}
          error={fieldSentence(errors.subcounty)}
          {...register('subcounty')}
        />
      </div>
      <CountyQuestion
        pin={pin}
        county={county.field.value}
        onUse={(name) => form.setValue('county', name, { shouldDirty: true, shouldValidate: true })}
      />
      <TextAreaField
        label={m.addressLabel()}
        hint={m.addressHint()}
        rows={2}
        error={fieldSentence(errors.addressDescription)}
        {...register('addressDescription')}
      />
      <CoverageSlider
        radiusMetres={Number(radius.field.value)}
        onChange={(metres) => radius.field.onChange(String(metres))}
      />
      <div className={pair}>
        <TextField
          label={m.deliveryFeeEditLabel()}
          hint={m.deliveryFeeHint()}
          inputMode="decimal"
          autoComplete="off"
          error={fieldSentence(errors.deliveryFee)}
          {...register('deliveryFee')}
        />
        <TextField
          label={m.minimumOrderEditLabel()}
          hint={m.minimumOrderHint()}
          inputMode="decimal"
          autoComplete="off"
          error={fieldSentence(errors.minimumOrder)}
          {...register('minimumOrder')}
        />
      </div>
    </>
  );
}
