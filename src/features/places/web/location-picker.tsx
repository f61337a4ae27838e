import { useEffect, useRef } from 'react';
import { LOW_ACCURACY_METRES, PROXIMITY_RADIUS_METRES } from '#places/rules/limits.ts';
import { shownAccuracy } from '#platform/rules/geo.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { accuracyText } from '#platform/web/ui/format/metres-text.ts';
import { m } from '#text';
import type { Adjustment } from '../rules/place.ts';
import { type AddressErrors, AddressPart, AddressQuestion } from './address-part.tsx';
import { PlaceSearch } from './find-place.tsx';
import { gpsFailureTexts } from './get-gps-fix.ts';
import { LazyMap } from './lazy-map.tsx';
import { type GpsState, useLocationPicker } from './use-location-picker.ts';
import { metresFromAddress, type PickedLocation, type PickerProps } from './use-picked-location.ts';

type LocationPickerProps = PickerProps & {
  coverageRadiusMetres?: number;
  errors?: AddressErrors;
};

/**
 * `value.verified` says whether the location may be used. Works without the map, and offline except
 * for the address lookup.
 */
export function LocationPicker({
  value,
  onChange,
  coverageRadiusMetres,
  errors,
}: LocationPickerProps) {
  const picker = useLocationPicker({ value, onChange });
  const fix = value?.gpsFix ?? null;
  const { adjustment } = picker;
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the map fills the screen, so a refusal below it would go unnoticed.
    if (adjustment?.outcome === 'tooFar') verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [adjustment]);
  return (
    <div className="grid gap-3 sm:gap-5">
      <GpsPanel gps={picker.gps} value={value} onLocate={() => void picker.locate()} />
      {fix && (
        <PlaceSearch
          onPick={(position) => {
            picker.goTo(position);
            verdict.current?.focus();
          }}
        />
      )}
      <div className="grid gap-2 sm:gap-3">
        <LazyMap
          pin={value}
          gpsFix={fix}
          coverageRadiusMetres={coverageRadiusMetres ?? null}
          focus={picker.focus}
          onMovePin={picker.movePin}
        />
        <div ref={verdict} tabIndex={-1} className="scroll-my-24 outline-none">
          {adjustment && (
            <AdjustmentNotice adjustment={adjustment} onPutBack={() => fix && picker.goBack(fix)} />
          )}
        </div>
        {value && fix && (
          <p className="text-muted text-sm">
            {m.pinHint({ radiusMetres: PROXIMITY_RADIUS_METRES })}
          </p>
        )}
      </div>
      <AddressPart
        pin={value}
        value={value}
        errors={errors}
        state={picker.address.state}
        isDegraded={picker.address.isDegraded}
        onEdit={picker.write}
        onRetry={picker.address.lookUp}
      />
      {value && (
        <AddressQuestion
          metres={metresFromAddress(value)}
          onKeep={() => picker.write({})}
          onUsePlace={value.found ? () => picker.write(value.found ?? {}) : undefined}
        />
      )}
    </div>
  );
}

export function AdjustmentNotice({
  adjustment,
  onPutBack,
}: {
  adjustment: Adjustment;
  onPutBack: () => void;
}) {
  switch (adjustment.outcome) {
    case 'noFix':
      return <Notice type="error">{m.pinNoFix()}</Notice>;
    case 'tooFar':
      return (
        <Notice type="error">
          <p>
            {m.errorPinTooFar({
              distanceMetres: Math.round(adjustment.distanceMetres),
              radiusMetres: PROXIMITY_RADIUS_METRES,
            })}
          </p>
          <Button className="mt-3" size="small" variant="secondary" onClick={onPutBack}>
            {m.pinBack()}
          </Button>
        </Notice>
      );
    case 'acceptable':
      return (
        <Notice type="info">
          {m.pinAcceptable({ metres: Math.round(adjustment.distanceMetres) })}
        </Notice>
      );
    case 'exact':
      return null;
  }
}

type GpsPanelProps = { gps: GpsState; value: PickedLocation | null; onLocate: () => void };

function GpsPanel({ gps, value, onLocate }: GpsPanelProps) {
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
