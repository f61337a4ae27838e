import { Camera } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { REASON_MAX } from '#features/operator/rules/limits.ts';
import { PositionButton } from '#features/operator/web/position-button.tsx';
import { PHOTO_ON_SLOW_LINE } from '#features/photos/rules/limits.ts';
import { shrinkPhoto } from '#features/photos/web/shrink-photo.ts';
import { useTakenPhotos } from '#features/photos/web/use-taken-photos.ts';
import { distanceMetres } from '#platform/rules/geo/geo.ts';
import type { GpsFix } from '#platform/rules/geo/geo-input.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { momentNow } from '#platform/web/offline/clock-offset.ts';
import { sayPending } from '#platform/web/offline/save-change.ts';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { TextAreaField } from '#platform/web/ui/form/text-field.tsx';
import { metresText } from '#platform/web/ui/format/metres-text.ts';
import type { FarmToVisit } from './cached-visits.ts';
import { saveVisit } from './visit-queue.ts';

const CameraOverlay = lazy(
  () => import('#features/photos/web/camera-overlay.tsx').then((camera) => camera.CameraOverlay),
  null,
);

type VisitFormProps = { farm: FarmToVisit; onRecorded: () => void };

/** Records a visit on the spot: a photo, the measured position, and what the officer saw. */
export function VisitForm({ farm, onRecorded }: VisitFormProps) {
  const [fix, setFix] = useState<GpsFix | null>(null);
  const [isMoving, setIsMoving] = useState(farm.isProvisional);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const taken = useTakenPhotos(1);
  const { record, isBusy, failure } = useRecording(farm, onRecorded);
  const [photo] = taken.photos;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() === '') return;
    void record({ fix, isMoving: isMoving && fix !== null, reason, photo: photo?.file ?? null });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p className="text-muted">{m.deskFxVisitedOwner()}</p>
      <div className="grid gap-1">
        <PositionButton
          label={m.deskMeasurePosition()}
          note={fix ? fixText(farm, fix) : m.deskPositionHint()}
          onFix={setFix}
        />
        {fix && (
          <CheckboxField
            label={m.deskMovePin()}
            checked={isMoving}
            onChange={({ target }) => setIsMoving(target.checked)}
          />
        )}
      </div>
      <VisitPhoto taken={taken} />
      <TextAreaField
        label={m.deskReason()}
        rows={3}
        maxLength={REASON_MAX}
        hint={m.deskReasonHint()}
        value={reason}
        error={isMissing && reason.trim() === '' ? m.reasonRequired() : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormBanner text={failure} />
      <Button type="submit" isBusy={isBusy}>
        {m.deskRecordVisit()}
      </Button>
    </form>
  );
}

const fixText = (farm: FarmToVisit, fix: GpsFix) =>
  m.deskFixFound({
    distance: metresText(distanceMetres(fix, farm)),
    accuracy: metresText(fix.accuracy),
  });

/** At most one photo. */
function VisitPhoto({ taken }: { taken: ReturnType<typeof useTakenPhotos> }) {
  const [isTaking, setIsTaking] = useState(false);
  usePreload(CameraOverlay);
  const [photo] = taken.photos;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {photo && (
        <img
          src={photo.url}
          alt={m.deskVisitPhoto()}
          className="size-24 rounded-field object-cover"
        />
      )}
      <Button
        variant="secondary"
        size="small"
        onClick={() => (photo ? taken.remove(photo.url) : setIsTaking(true))}
      >
        {!photo && <Camera aria-hidden="true" className="size-5" />}
        {photo ? m.deskRemovePhoto() : m.deskTakePhoto()}
      </Button>
      {isTaking && (
        <CameraOverlay
          max={1}
          already={0}
          onCancel={() => setIsTaking(false)}
          onDone={(files) => {
            setIsTaking(false);
            taken.add(files);
          }}
        />
      )}
    </div>
  );
}

type Recorded = { fix: GpsFix | null; isMoving: boolean; reason: string; photo: File | null };

/** Keeps the visit on the device and sends it, or says why not. */
function useRecording(farm: FarmToVisit, onRecorded: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function record({ fix, isMoving, reason, photo }: Recorded) {
    if (isBusy) return;
    setIsBusy(true);
    setFailure(null);
    const { userId, latitude, longitude } = farm;
    try {
      const input = {
        account: userId,
        reason: reason.trim(),
        at: momentNow(),
        pin: { latitude, longitude },
        fix,
        position: isMoving && fix ? { latitude: fix.latitude, longitude: fix.longitude } : null,
      };
      const saved = await saveVisit({
        input,
        farm: farm.farm,
        photo: photo && (await small(photo)),
      });
      if (saved === 'sent') showToast('success', m.deskVisitSent({ farm: farm.farm }));
      else sayPending(saved);
      onRecorded();
    } catch (error) {
      setFailure(
        sayFailure(readFailure(error), {
          failed: m.deskNotDone,
          connectionLost: m.deskConnectionLost,
        }),
      );
    } finally {
      setIsBusy(false);
    }
  }
  return { record, isBusy, failure };
}

const small = async (photo: File) =>
  new File([await shrinkPhoto(photo, PHOTO_ON_SLOW_LINE)], 'visit.jpg', { type: 'image/jpeg' });
