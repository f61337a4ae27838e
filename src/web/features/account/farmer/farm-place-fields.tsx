import { m } from '#shared/text/compiled/messages.js';
import { CoverageSlider } from '#web/features/farm/coverage-slider.tsx';
import { LocationPicker } from '#web/features/location/location-picker.tsx';
import { fieldSentence } from '#web/ui/form/field-sentence.ts';
import { TextField } from '#web/ui/form/text-field.tsx';
import type { useFarmerSignup } from './use-farmer-signup.ts';

type FarmPlaceFieldsProps = { signup: Pick<ReturnType<typeof useFarmerSignup>, 'form' | 'location'> };

/** Where the farm is, how far it delivers, what that costs, and from how much on. */
export function FarmPlaceFields({ signup: { form, location } }: FarmPlaceFieldsProps) {
  return (
    <>
      <LocationPicker
        value={location.picked}
        onChange={location.pick}
        coverageRadiusMetres={location.radiusMetres}
        errors={location.errors}
      />
      <CoverageSlider radiusMetres={location.radiusMetres} onChange={location.setRadius} />
      <DeliveryFields form={form} />
    </>
  );
}

function DeliveryFields({ form: { register, formState } }: Pick<FarmPlaceFieldsProps['signup'], 'form'>) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label={m.deliveryFeeEditLabel()}
        hint={m.deliveryFeeHint()}
        isOptional
        inputMode="decimal"
        autoComplete="off"
        error={fieldSentence(formState.errors.deliveryFee)}
        {...register('deliveryFee')}
      />
      <TextField
        label={m.minimumOrderEditLabel()}
        hint={m.minimumOrderHint()}
        isOptional
        inputMode="decimal"
        autoComplete="off"
        error={fieldSentence(formState.errors.minimumOrder)}
        {...register('minimumOrder')}
      />
    </div>
  );
}
