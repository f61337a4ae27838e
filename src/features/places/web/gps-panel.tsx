import { LOW_ACCURACY_METRES } from '#features/places/rules/limits.ts';
import { shownAccuracy } from '#platform/rules/geo/geo.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { accuracyText } from '#platform/web/ui/format/metres-text.ts';
import { gpsFailureTexts } from './get-gps-fix.ts';
import type { GpsState } from './use-location-picker.ts';
import type { PickedLocation } from './use-picked-location.ts';

type GpsPanelProps = { gps: GpsState; value: PickedLocation | null; onLocate: () => void };

export function GpsPanel({ gps, value, onLocate }: GpsPanelProps) {
  const failure = gps === 'idle' || gps === 'looking' ? null : gpsFailureTexts[gps];
  const accuracy = value?.gpsFix?.accuracy;
  const isLow = accuracy !== undefined && accuracy > LOW_ACCURACY_METRES;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          id="gps-button"
          onClick={onLocate}
          isBusy={gps === 'looking'}
          variant={value?.gpsFix ? 'secondary' : 'primary'}
        >
          {value?.gpsFix ? m.gpsButtonAgain() : m.gpsButton()}
        </Button>
        <p role="status" className="text-sm">
          {gps === 'looking' && m.gpsLooking()}
          {gps === 'idle' && value && <VerifiedMark isVerified={value.verified} />}
        </p>
        {accuracy !== undefined && <Accuracy metres={accuracy} />}
      </div>
      {failure && (
        <Notice type="error">
          {failure.what()} <span className="mt-1 block font-normal">{failure.help()}</span>
        </Notice>
      )}
      {isLow && <Notice type="info">{m.gpsLowAccuracy()}</Notice>}
    </div>
  );
}

function VerifiedMark({ isVerified }: { isVerified: boolean }) {
  return isVerified ? (
    <span className="font-semibold text-leaf">✓ {m.locationVerified()}</span>
  ) : (
    <span className="font-semibold text-soil">{m.locationNotVerified()}</span>
  );
}

function Accuracy({ metres }: { metres: number }) {
  return (
    <p className="text-sm">
      {m.gpsAccuracy({ metres: shownAccuracy(metres) })} <strong>({accuracyText(metres)})</strong>
    </p>
  );
}
