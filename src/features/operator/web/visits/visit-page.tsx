import { useMutation } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { useState } from 'react';
import { REASON_MAX } from '#operator/rules/desk-input.ts';
import { PHOTO_ON_SLOW_LINE } from '#photos/rules/photo.ts';
import { useTakenPhotos } from '#photos/web/photo-picker.tsx';
import { shrinkPhoto } from '#photos/web/shrink-photo.ts';
import type { GpsFix } from '#rules/fields.ts';
import { distanceMetres } from '#rules/geo.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Button, buttonClass } from '#ui/elements.tsx';
import { Badge, FormBanner, Notice } from '#ui/feedback.tsx';
import { CheckboxField, TextAreaField } from '#ui/field.tsx';
import { metresText } from '#ui/format.ts';
import { lazy, usePreload } from '#ui/lazy.tsx';
import { showToast } from '#ui/show-toast.ts';
import { momentNow } from '#web/offline/clock-offset.ts';
import { sayPending } from '#web/offline/save-change.ts';
import { telLink } from '#web/page-frame.tsx';
import { PositionButton } from '../cases/option-fields.tsx';
import { deskFailure, useDeskSearch } from '../desk-client.ts';
import { Facts, Section } from '../desk-parts.tsx';
import type { FarmToVisit } from './cached-visits.ts';
import { saveVisit, usePendingVisits, visitSubject } from './pending-visits.tsx';

const CameraOverlay = lazy(() => import('#photos/web/camera-overlay.tsx'), 'CameraOverlay');

export function VisitPage({ farm, onRecorded }: { farm: FarmToVisit; onRecorded: () => void }) {
  const { go } = useDeskSearch();
  const isWaiting = usePendingVisits().some(({ subject }) => subject === visitSubject(farm.userId));
  const { userId, firstName, lastName, phoneNumber, latitude, longitude } = farm;
  return (
    <div className="grid gap-3">
      <header className="flex flex-wrap items-center gap-x-3">
        <h2 className="font-extrabold text-2xl">{farm.farm}</h2>
        {(farm.isProvisional || farm.isGpsDoubtful) && (
          <Badge tone="maize">{m.deskPlaceUnsure()}</Badge>
        )}
      </header>
      <Section title={`${firstName} ${lastName}`}>
        <Facts
          facts={[
            [
              m.contactPhone(),
              phoneNumber && (
                <a className="link inline-flex min-h-11 items-center" href={telLink(phoneNumber)}>
                  {phoneText(phoneNumber)}
                </a>
              ),
            ],
            [
              m.deskPlace(),
              [farm.addressDescription, farm.subcounty, farm.county].filter(Boolean).join(', '),
            ],
          ]}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          {/* Opens the phone's own map, which may work offline. */}
          <a
            className={buttonClass({ variant: 'secondary', size: 'small' })}
            href={`geo:${latitude},${longitude}?q=${latitude},${longitude}`}
          >
            {m.deskOpenMap()}
          </a>
          <Button
            variant="secondary"
            size="small"
            onClick={() => go({ tab: 'cases', open: { page: 'account', id: userId } })}
          >
            {m.deskOpenFarmer()}
          </Button>
        </div>
      </Section>
      <Section title={m.deskOpVisited()}>
        {isWaiting ? (
          <Notice type="info">{m.deskVisitWaits()}</Notice>
        ) : (
          <VisitForm farm={farm} onRecorded={onRecorded} />
        )}
      </Section>
    </div>
  );
}

function VisitForm({ farm, onRecorded }: { farm: FarmToVisit; onRecorded: () => void }) {
  const [fix, setFix] = useState<GpsFix | null>(null);
  const [isMoving, setIsMoving] = useState(farm.isProvisional);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const taken = useTakenPhotos(1);
  const recording = useRecording(farm, onRecorded);
  const [photo] = taken.photos;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setIsMissing(reason.trim() === '');
    if (reason.trim() === '' || recording.isPending) return;
    recording.mutate({
      fix,
      isMoving: isMoving && fix !== null,
      reason,
      photo: photo?.file ?? null,
    });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
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
        label={m.orderReasonLabel()}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        error={isMissing && reason.trim() === '' ? m.reasonRequired() : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormBanner text={deskFailure(recording.error)} />
      <Button type="submit" isBusy={recording.isPending}>
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
        {!photo && <Camera className="size-5" />}
        {photo ? m.deskRemovePhoto() : m.cameraTake()}
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

const useRecording = (farm: FarmToVisit, onRecorded: () => void) =>
  useMutation({
    mutationFn: async ({ fix, isMoving, reason, photo }: Recorded) => {
      const { userId, latitude, longitude } = farm;
      const input = {
        account: userId,
        reason: reason.trim(),
        at: momentNow(),
        pin: { latitude, longitude },
        fix,
        position: isMoving && fix ? { latitude: fix.latitude, longitude: fix.longitude } : null,
      };
      return saveVisit({ input, farm: farm.farm, photo: photo && (await small(photo)) });
    },
    onSuccess: (saved) => {
      if (saved === 'sent') showToast('success', m.deskVisitSent({ farm: farm.farm }));
      else sayPending(saved);
      onRecorded();
    },
  });

const small = async (photo: File) =>
  new File([await shrinkPhoto(photo, PHOTO_ON_SLOW_LINE)], 'visit.jpg', { type: 'image/jpeg' });
