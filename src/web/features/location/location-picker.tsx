import { useEffect, useRef } from 'react';
import { PROXIMITY_RADIUS_METRES } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { type AddressErrors, AddressPart } from './address-part.tsx';
import { AdjustmentNotice } from './adjustment-notice.tsx';
import { GpsPanel } from './gps-panel.tsx';
import { LazyMap } from './lazy-map.tsx';
import { PlaceSearch } from './place-search.tsx';
import { useLocationPicker } from './use-location-picker.ts';
import type { PickerProps } from './use-picked-location.ts';

type LocationPickerProps = PickerProps & {
  /** Drawn around the pin: how far the farm delivers. */
  coverageRadiusMetres?: number;
  /** The form's sentences about single fields. */
  errors?: AddressErrors;
};

/**
 * Finds a farm's place by GPS, lets it be marked more exactly on the map, and takes its county and address. Holds nothing of the
 * value itself: `value.verified` says whether it may be used. Works without the map, and without a network but for the address.
 */
export function LocationPicker({ value, onChange, coverageRadiusMetres, errors }: LocationPickerProps) {
  const picker = useLocationPicker({ value, onChange });
  const fix = value?.gpsFix ?? null;
  const { adjustment } = picker;
  const verdict = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone the map fills the screen: a refusal beneath it would be missed.
    if (adjustment?.outcome === 'tooFar') verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [adjustment]);
  return (
    <div className="grid gap-5">
      <GpsPanel gps={picker.gps} value={value} onLocate={() => void picker.locate()} />
      {fix && (
        <PlaceSearch
          onPick={(position) => {
            picker.goTo(position);
            // The list that was chosen from is gone: the answer to the choice takes its place.
            verdict.current?.focus();
          }}
        />
      )}
      <div className="grid gap-3">
        <LazyMap
          pin={value}
          gpsFix={fix}
          coverageRadiusMetres={coverageRadiusMetres ?? null}
          focus={picker.focus}
          onMovePin={picker.movePin}
        />
        <div ref={verdict} tabIndex={-1} className="scroll-my-24 outline-none">
          {adjustment && <AdjustmentNotice adjustment={adjustment} onPutBack={() => fix && picker.goBack(fix)} />}
        </div>
        {value && <PinPosition latitude={value.latitude} longitude={value.longitude} />}
        {fix && <p className="text-muted text-sm">{m.pinHint({ radiusMetres: PROXIMITY_RADIUS_METRES })}</p>}
      </div>
      <AddressPart
        pin={value}
        value={value}
        errors={errors}
        state={picker.address.state}
        isDegraded={picker.address.isDegraded}
        onEdit={picker.edit}
        onRetry={picker.address.lookUp}
      />
    </div>
  );
}

function PinPosition({ latitude, longitude }: { latitude: number; longitude: number }) {
  return (
    <p className="text-sm tabular-nums">{m.pinPosition({ latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })}</p>
  );
}
