import { useState } from 'react';
import { type MoveFarm, moveFarmInput } from '#farms/rules/farm-changes.ts';
import type { FarmerProfile } from '#farms/web/farmer-data.ts';
import { LocationPicker } from '#places/web/location-picker.tsx';
import type { PickedLocation } from '#places/web/use-picked-location.ts';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { Dialog } from '#platform/web/ui/overlay/dialog.tsx';
import { m } from '#text';

const fallbacks = { failed: m.farmMoveFailed, connectionLost: m.cannotConnect };

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
      return setBanner(sayFailure(readFailure(error), fallbacks));
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

function reasonNot(picked: PickedLocation | null): string | undefined {
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
