import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type EditFarm, editFarmInput } from '#features/farms/rules/farm-changes.ts';
import type { FarmerProfile } from '#features/farms/web/farmer-data.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { useDiscardQuestion } from '#platform/web/ui/form/use-discard-question.tsx';
import { useDraft } from '#platform/web/ui/form/use-draft.ts';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { FarmFields } from './farm-fields.tsx';
import { type FarmValues, farmInputOf, farmValuesOf } from './farm-values.ts';

const resolver = typedResolver<FarmValues, typeof editFarmInput>(editFarmInput, farmInputOf);
const fallbacks = { failed: m.profileSaveFailed, connectionLost: m.cannotConnect };
const nothing: string[] = [];

/** Edits the parts of the profile that can change at any time. */
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
    defaultValues: farmValuesOf(profile),
  });
  const clearForm = useDraft(form, { name: 'editFarm', without: nothing });
  const { isDirty, isSubmitting } = form.formState;
  const fields = Object.keys(farmValuesOf(profile)) as (keyof FarmValues)[];

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
