import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type EditBuyer, editBuyerInput } from '#accounts/rules/account-input.ts';
import { BUSINESS_NAME_MAX, CITY_MAX, NAME_MAX } from '#accounts/rules/limits.ts';
import { ADDRESS_MAX } from '#places/rules/limits.ts';
import { m } from '#text';
import { phoneFieldText } from '#ui/contact-text.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldOf, showFailure, typedResolver, useDraft } from '#ui/form-state.ts';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { showToast } from '#ui/show-toast.ts';
import { readFailure } from '#web/rpc.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';

export type BuyerProfile = RouterOutputs['buyer']['profile'];

type Field = keyof EditBuyer;
export const profileDraft = (fields: readonly Field[]) => `profile:${fields[0]}`;

const nothing: string[] = [];
const fallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };

type ProfileFormProps = {
  profile: BuyerProfile;
  fields: readonly Field[];
  lastAddress?: string | undefined;
};

export function ProfileForm({ profile, fields, lastAddress }: ProfileFormProps) {
  const { buyer, phone } = trpc.useUtils();
  const edit = trpc.buyer.editProfile.useMutation({
    onSuccess: (saved) => {
      buyer.profile.setData(undefined, saved);
      void phone.invalidate();
    },
  });
  const [banner, setBanner] = useState<string | null>(null);
  const form = useForm<EditBuyer>({
    resolver: typedResolver(editBuyerInput),
    mode: 'onTouched',
    defaultValues: valuesOf(profile, fields),
  });
  const clearForm = useDraft(form, { name: profileDraft(fields), without: nothing });
  const { isSubmitting, isDirty } = form.formState;

  const save = form.handleSubmit(async (input) => {
    try {
      form.reset(valuesOf(await edit.mutateAsync(input), fields));
      clearForm();
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
      return;
    }
    showToast('success', m.profileSaved());
  });

  return (
    <form onSubmit={save} onChange={() => setBanner(null)} noValidate className="grid gap-5">
      <LeaveGuard isDirty={isDirty && !isSubmitting} />
      {fields.map((name) => (
        <TextField key={name} {...inputs[name]()} {...fieldOf(form, name)} />
      ))}
      {lastAddress && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="wrap-anywhere">{m.lastDelivery({ address: lastAddress })}</span>
          <button
            type="button"
            className="link min-h-11"
            onClick={() => form.setValue('deliveryAddress', lastAddress, { shouldDirty: true })}
          >
            {m.lastDeliveryTake()}
          </button>
        </p>
      )}
      <FormBanner text={banner} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          {m.productSave()}
        </Button>
        {isDirty && (
          <Button variant="quiet" onClick={clearForm}>
            {m.cancel()}
          </Button>
        )}
      </div>
    </form>
  );
}

const inputs = {
  firstName: () => ({
    label: m.firstNameLabel(),
    autoComplete: 'given-name',
    maxLength: NAME_MAX,
  }),
  lastName: () => ({
    label: m.lastNameLabel(),
    autoComplete: 'family-name',
    maxLength: NAME_MAX,
  }),
  phoneNumber: () => ({
    label: m.phoneNumberLabel(),
    hint: m.phoneNumberHint(),
    type: 'tel',
    autoComplete: 'tel',
  }),
  businessName: () => ({
    label: m.businessNameLabel(),
    autoComplete: 'organization',
    maxLength: BUSINESS_NAME_MAX,
  }),
  deliveryAddress: () => ({
    label: m.deliveryAddressLabel(),
    autoComplete: 'street-address',
    maxLength: ADDRESS_MAX,
    isOptional: true,
  }),
  city: () => ({
    label: m.cityLabel(),
    autoComplete: 'address-level2',
    maxLength: CITY_MAX,
    isOptional: true,
  }),
} satisfies Record<Field, () => Partial<React.ComponentProps<typeof TextField>>>;

const valuesOf = (profile: BuyerProfile, fields: readonly Field[]): EditBuyer =>
  Object.fromEntries(
    fields.map((name) => [
      name,
      name === 'phoneNumber' ? phoneFieldText(profile.phoneNumber) : profile[name],
    ]),
  );
