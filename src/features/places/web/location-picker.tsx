import { useEffect, useRef, useState } from 'react';
import type { GpsFix } from '#rules/fields.ts';
import { shownAccuracy } from '#rules/geo.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { accuracyText } from '#ui/format.ts';
import {
  LOW_ACCURACY_METRES,
  MAP_CENTRE,
  MAP_ZOOM,
  MAP_ZOOM_AFTER_GPS,
  MAP_ZOOM_AFTER_SEARCH,
  PROXIMITY_RADIUS_METRES,
} from '../rules/limits.ts';
import { type Adjustment, judgeAdjustment } from '../rules/place.ts';
import { type AddressErrors, AddressPart, AddressQuestion } from './address-part.tsx';
import type { MapFocus } from './farm-map.ts';
import { PlaceSearch } from './find-place.tsx';
import { type GpsFailure, getGpsFix, gpsFailureTexts } from './get-gps-fix.ts';
import { LazyMap } from './lazy-map.tsx';
import {
  metresFromAddress,
  type PickedLocation,
  type PickerProps,
  useAddressLookup,
  usePickedLocation,
} from './use-picked-location.ts';

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

/*
 * A GPS fix sets the pin and verifies it. Any other move is compared with the fix: within the
 * proximity radius the pin moves there and is verified; beyond it, the pin stays and is no longer
 * verified. County, sub-county and address are looked up for the pin, but text that a person wrote
 * is kept. When a new fix moves the pin far away from the written address, the picker asks whether
 * it still holds.
 */

type GpsState = 'idle' | 'looking' | GpsFailure;

function useLocationPicker(props: PickerProps) {
  const [gps, setGps] = useState<GpsState>('idle');
  const [adjustment, setAdjustment] = useState<Adjustment | null>(null);
  const [focus, setFocus] = useMapFocus(props.value);
  const picked = usePickedLocation(props);
  const address = useAddressLookup({
    onAsk: picked.describe,
    onOutsideKenya: () => {
      picked.clear();
      setAdjustment(null);
      setGps('outsideKenya');
      setFocus({ centre: MAP_CENTRE, zoom: MAP_ZOOM });
    },
  });

  const place = ({ latitude, longitude }: Position, fix: GpsFix) => {
    picked.verify({ latitude, longitude }, fix);
    address.lookUp({ latitude, longitude });
  };

  const locate = async () => {
    setGps('looking');
    const found = await getGpsFix();
    setAdjustment(null);
    // An earlier fix proves nothing when the device is outside Kenya (§5).
    if (found.outcome === 'outsideKenya') picked.edit({ verified: false, gpsFix: null });
    if (found.outcome !== 'fixed') return setGps(found.outcome);
    place(found.fix, found.fix);
    setGps('idle');
    setFocus(focusOf(found.fix));
  };

  const movePin = (to: Position) => {
    const fix = picked.read()?.gpsFix ?? null;
    const judged = judgeAdjustment(fix, to);
    setAdjustment(judged);
    if (judged.outcome === 'tooFar') picked.edit({ verified: false });
    if ((judged.outcome === 'exact' || judged.outcome === 'acceptable') && fix) place(to, fix);
  };

  const jump = (next: MapFocus) => {
    setFocus(next);
    movePin(next.centre);
  };

  const goTo = (centre: Position) => jump({ centre, zoom: MAP_ZOOM_AFTER_SEARCH });
  const goBack = (centre: Position) => jump(focusOf(centre));
  return { gps, adjustment, focus, address, locate, movePin, goTo, goBack, write: picked.write };
}

const focusOf = ({ latitude, longitude }: Position): MapFocus => ({
  centre: { latitude, longitude },
  zoom: MAP_ZOOM_AFTER_GPS,
  radiusMetres: PROXIMITY_RADIUS_METRES,
});

/** A draft is restored after the first rendering, and the map then moves to it. */
function useMapFocus(value: PickedLocation | null) {
  const [focus, setFocus] = useState<MapFocus | null>(null);
  useEffect(() => {
    if (value) setFocus((before) => before ?? focusOf(value));
  }, [value]);
  return [focus, setFocus] as const;
}
