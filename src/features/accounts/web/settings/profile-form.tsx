import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { AppRouter } from '#app/server/app-router.ts';
import { type EditBuyer, editBuyerInput } from '#features/accounts/rules/account-changes.ts';
import { CITY_MAX, NAME_MAX } from '#features/accounts/rules/limits.ts';
import { ADDRESS_MAX } from '#features/places/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { phoneFieldText } from '#platform/web/ui/format/phone-text.ts';

export type BuyerProfile = inferRouterOutputs<AppRouter>['buyer']['profile'];

const fields = ['firstName', 'lastName', 'phoneNumber', 'deliveryAddress', 'city'] as const;
const fallbacks = { failed: m.profileSaveFailed, connectionLost: m.cannotConnect };

/** Edits the parts of a buyer's profile that can change at any time, without the email. */
export function ProfileForm({ profile, onDone }: { profile: BuyerProfile; onDone: () => void }) {
  const { buyer, phone } = trpc.useUtils();
  const edit = trpc.buyer.editProfile.useMutation({
    onSuccess: (saved) => {
      buyer.profile.setData(undefined, saved);
      // A changed number has to be verified again.
      void phone.invalidate();
    },
  });
  const [banner, setBanner] = useState<string | null>(null);
  const { firstName, lastName, phoneNumber, deliveryAddress, city } = profile;
  const form = useForm<EditBuyer>({
    resolver: typedResolver(editBuyerInput),
    mode: 'onTouched',
    defaultValues: {
      firstName,
      lastName,
      phoneNumber: phoneFieldText(phoneNumber ?? ''),
      deliveryAddress: deliveryAddress ?? '',
      city: city ?? '',
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const save = form.handleSubmit(async (input) => {
    try {
      await edit.mutateAsync(input);
    } catch (error) {
      setBanner(showFailure(form, fields, { failure: readFailure(error), fallbacks }));
      return;
    }
    showToast('success', m.profileSaved());
    onDone();
  });
  const field = (name: (typeof fields)[number]) => ({
    error: fieldSentence(errors[name]),
    ...form.register(name),
  });

  return (
    <form onSubmit={save} onChange={() => setBanner(null)} noValidate className="grid gap-5">
      <LeaveGuard isDirty={isDirty && !isSubmitting} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={m.firstNameLabel()}
          autoComplete="given-name"
          maxLength={NAME_MAX}
          {...field('firstName')}
        />
        <TextField
          label={m.lastNameLabel()}
          autoComplete="family-name"
          maxLength={NAME_MAX}
          {...field('lastName')}
        />
      </div>
      <TextField
        label={m.phoneNumberLabel()}
        hint={m.phoneNumberHint()}
        type="tel"
        autoComplete="tel"
        {...field('phoneNumber')}
      />
      <TextField
        label={m.deliveryAddressLabel()}
        hint={m.deliveryAddressHint()}
        autoComplete="street-address"
        maxLength={ADDRESS_MAX}
        isOptional
        {...field('deliveryAddress')}
      />
      <TextField
        label={m.cityLabel()}
        autoComplete="address-level2"
        maxLength={CITY_MAX}
        isOptional
        {...field('city')}
      />
      <FormBanner text={banner} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={isSubmitting}>
          {m.profileSave()}
        </Button>
        <Button variant="quiet" onClick={onDone}>
          {m.cancel()}
        </Button>
      </div>
    </form>
  );
}
