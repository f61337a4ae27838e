import { useEffect } from 'react';
import { farmSizeLabels, farmTypeLabels, optionsOf } from '#farms/rules/farm-texts.ts';
import { LocationPicker } from '#places/web/location-picker.tsx';
import { m } from '#text';
import { SelectField, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/form-state.ts';
import { isCommonPassword, NewPasswordFields, newPasswordHints } from '#ui/password-fields.tsx';
import { CoverageSlider } from '../coverage-slider.tsx';
import type { useFarmerSignup } from './use-farmer-signup.ts';
import { PLACE_STEP } from './use-steps.ts';

type FarmStepsProps = { signup: ReturnType<typeof useFarmerSignup> };
type FormProps = Pick<FarmStepsProps['signup'], 'form'>;

export function FarmSteps({ signup: { form, location, steps } }: FarmStepsProps) {
  const { takeFocus } = steps;
  useEffect(() => takeFocus(), [takeFocus]);
  if (steps.number < PLACE_STEP) return <FarmFields form={form} />;
  if (steps.number === PLACE_STEP) return <PlaceFields location={location} />;
  return (
    <>
      <CoverageSlider radiusMetres={location.radiusMetres} onChange={location.setRadius} />
      <DeliveryFields form={form} />
      <LoginName form={form} />
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-5">
        <NewPasswordFields
          form={form}
          label={m.passwordLabel()}
          hint={newPasswordHints.farmer()}
          isCommon={isCommonPassword}
        />
      </div>
    </>
  );
}

function PlaceFields({ location }: Pick<FarmStepsProps['signup'], 'location'>) {
  return (
    <>
      {!location.picked && <p className="text-muted">{m.farmLocationHint()}</p>}
      <LocationPicker
        value={location.picked}
        onChange={location.pick}
        coverageRadiusMetres={location.radiusMetres}
        errors={location.errors}
      />
    </>
  );
}

/** Tells password managers the login name. Up to date when the form is submitted. */
function LoginName({ form: { getValues } }: FormProps) {
  const loginName = getValues('email').trim() || getValues('phoneNumber');
  return <input type="text" autoComplete="username" value={loginName} readOnly hidden />;
}

function DeliveryFields({ form }: FormProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:gap-5">
      <TextField
        label={m.deliveryFeeEditLabel()}
        hint={m.deliveryFeeHint()}
        isOptional
        inputMode="decimal"
        autoComplete="off"
        {...fieldOf(form, 'deliveryFee')}
      />
      <TextField
        label={m.minimumOrderEditLabel()}
        hint={m.minimumOrderHint()}
        isOptional
        inputMode="decimal"
        autoComplete="off"
        {...fieldOf(form, 'minimumOrder')}
      />
    </div>
  );
}

function FarmFields({ form }: FormProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 sm:gap-5">
      <TextField
        label={m.farmNameEditLabel()}
        isOptional
        autoComplete="organization"
        className="sm:col-span-2"
        {...fieldOf(form, 'farmName')}
      />
      <SelectField
        label={m.farmTypeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmTypeLabels)}
        {...fieldOf(form, 'farmType')}
      />
      <SelectField
        label={m.farmSizeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmSizeLabels)}
        {...fieldOf(form, 'farmSize')}
      />
    </div>
  );
}
