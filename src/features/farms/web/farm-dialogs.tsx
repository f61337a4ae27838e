import { useId, useState } from 'react';
import { type UseFormReturn, useController, useForm } from 'react-hook-form';
import { CountyField, CountyQuestion } from '#places/web/address-part.tsx';
import { LocationPicker } from '#places/web/location-picker.tsx';
import type { PickedLocation } from '#places/web/use-picked-location.ts';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx';
import { formCodec, type Typed } from '#ui/form-codec.tsx';
import { fieldOf, fieldSentence, showFailure, typedResolver, useDraft } from '#ui/form-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { useDiscardQuestion } from '#ui/use-discard-question.tsx';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { type EditFarm, editFarmInput, type MoveFarm, moveFarmInput } from '../rules/farm.ts';
import { farmSizeLabels, farmTypeLabels, optionsOf } from '../rules/farm-texts.ts';
import { CoverageSlider } from './coverage-slider.tsx';
import type { FarmerProfile } from './farmer-data.ts';

const codec = formCodec(editFarmInput);
type FarmValues = Typed<EditFarm>;

const fields = Object.keys(editFarmInput.shape) as (keyof FarmValues)[];
const resolver = typedResolver(editFarmInput, (values: FarmValues) => {
  const { deliveryFee, minimumOrder, ...farm } = codec.decode(values);
  return { ...farm, deliveryFee: deliveryFee ?? 0, minimumOrder: minimumOrder ?? 0 };
});
const fallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };
const nothing: string[] = [];

export function EditFarmDialog({
  profile,
  onClose,
}: {
  profile: FarmerProfile;
  onClose: () => void;
}) {
  const formId = useId();
  const { farmer } = trpc.useUtils();
  const [banner, setBanner] = useState<string | null>(null);
  const edit = trpc.farmer.editFarm.useMutation();
  const form = useForm<FarmValues, unknown, EditFarm>({
    resolver,
    mode: 'onTouched',
    defaultValues: codec.encode(profile),
  });
  const clearForm = useDraft(form, { name: 'editFarm', without: nothing });
  const { isDirty, isSubmitting } = form.formState;

  const save = form.handleSubmit(
    async (input) => {
      try {
        farmer.profile.setData(undefined, await edit.mutateAsync(input));
      } catch (error) {
        return setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
      }
      clearForm();
      showToast('success', m.profileSaved());
      onClose();
    },
    () => setBanner(m.errorInvalidInput()),
  );
  const { close, question } = useDiscardQuestion({ isDirty, onDiscard: clearForm, onClose });

  return (
    <Dialog
      isBroad
      isOpen
      title={m.profileEdit()}
      onClose={close}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {m.cancel()}
          </Button>
          <Button type="submit" form={formId} isBusy={isSubmitting}>
            {m.productSave()}
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
        <FarmFields form={form} pin={profile} />
        <FormBanner text={banner} />
      </form>
      {question}
    </Dialog>
  );
}

type FarmForm = UseFormReturn<FarmValues, unknown, EditFarm>;

const pair = 'grid gap-5 sm:grid-cols-2';

function FarmFields({ form, pin }: { form: FarmForm; pin: Position }) {
  const {
    formState: { errors },
    control,
  } = form;
  const county = useController({ control, name: 'county' });
  const radius = useController({ control, name: 'geofenceRadius' });
  return (
    <>
      <div className={pair}>
        <TextField
          label={m.firstNameLabel()}
          autoComplete="given-name"
          {...fieldOf(form, 'firstName')}
        />
        <TextField
          label={m.lastNameLabel()}
          autoComplete="family-name"
          {...fieldOf(form, 'lastName')}
        />
      </div>
      <TextField
        label={m.farmNameEditLabel()}
        autoComplete="organization"
        {...fieldOf(form, 'farmName')}
      />
      <TextAreaField label={m.farmAboutLabel()} isOptional rows={3} {...fieldOf(form, 'about')} />
      <div className={pair}>
        <SelectField
          label={m.farmTypeLabel()}
          options={optionsOf(farmTypeLabels)}
          {...fieldOf(form, 'farmType')}
        />
        <SelectField
          label={m.farmSizeLabel()}
          options={optionsOf(farmSizeLabels)}
          {...fieldOf(form, 'farmSize')}
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
        <TextField label={m.subcountyLabel()} {...fieldOf(form, 'subcounty')} />
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
        {...fieldOf(form, 'addressDescription')}
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
          {...fieldOf(form, 'deliveryFee')}
        />
        <TextField
          label={m.minimumOrderEditLabel()}
          hint={m.minimumOrderHint()}
          inputMode="decimal"
          autoComplete="off"
          {...fieldOf(form, 'minimumOrder')}
        />
      </div>
    </>
  );
}

const moveFallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };

export function MoveFarmDialog({
  profile,
  onClose,
}: {
  profile: FarmerProfile;
  onClose: () => void;
}) {
  const { farmer } = trpc.useUtils();
  const [picked, setPicked] = useState<PickedLocation | null>(null);
  const [banner, setBanner] = useState<string | null>(null);
  const move = trpc.farmer.moveFarm.useMutation();

  async function save() {
    const checked = check(picked);
    if (typeof checked === 'string') return setBanner(checked);
    try {
      farmer.profile.setData(undefined, await move.mutateAsync(checked));
    } catch (error) {
      return setBanner(sayFailure(readFailure(error), moveFallbacks));
    }
    showToast('success', m.farmMoved());
    onClose();
  }

  return (
    <Dialog
      isBroad
      isOpen
      title={m.farmMove()}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {m.cancel()}
          </Button>
          <Button
            isBusy={move.isPending}
            disabledReason={reasonNot(picked)}
            missing="#gps-button"
            onClick={save}
          >
            {m.farmMoveSave()}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p className="text-muted">{m.farmMoveLead()}</p>
        <LocationPicker
          value={picked}
          onChange={(change) => {
            setBanner(null);
            setPicked(change);
          }}
          coverageRadiusMetres={profile.geofenceRadius}
        />
        <FormBanner text={banner} />
      </div>
    </Dialog>
  );
}

function reasonNot(picked: PickedLocation | null) {
  if (!picked) return m.locationRequired();
  return picked.verified ? undefined : m.locationUnverified();
}

function check(picked: PickedLocation | null): MoveFarm | string {
  if (!picked) return m.locationRequired();
  const { latitude, longitude, gpsFix, county, subcounty, addressDescription } = picked;
  const parsed = moveFarmInput.safeParse({
    position: { latitude, longitude },
    gpsFix,
    county,
    subcounty,
    addressDescription,
  });
  return parsed.success
    ? parsed.data
    : (fieldSentence(parsed.error.issues[0]) ?? m.locationUnverified());
}
