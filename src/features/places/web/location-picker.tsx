import { useEffect, useRef } from 'react';
import { PROXIMITY_RADIUS_METRES } from '#features/places/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type AddressErrors, AddressPart } from './address-part.tsx';
import { AddressQuestion } from './address-question.tsx';
import { AdjustmentNotice } from './adjustment-notice.tsx';
import { GpsPanel } from './gps-panel.tsx';
import { LazyMap } from './lazy-map.tsx';
import { PlaceSearch } from './place-search.tsx';
import { useLocationPicker } from './use-location-picker.ts';
import { metresFromAddress, type PickerProps } from './use-picked-location.ts';

type LocationPickerProps = PickerProps & {
  /** How far the farm delivers; drawn as a circle around the pin. */
  coverageRadiusMetres?: number;
  /** The form's error messages for single fields. */
  errors?: AddressErrors;
};

/**
 * Finds a farm's location by GPS, lets the farmer adjust it on the map, and fills in county and
 * address. The caller keeps the value; `value.verified` says whether it may be used. Works without
 * the map, and offline except for the address lookup.
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
            // The focused list is gone, so the focus moves to the result.
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
        {value && (
          <p className="text-muted text-sm">
            <PinPosition latitude={value.latitude} longitude={value.longitude} />
            {fix && m.pinHint({ radiusMetres: PROXIMITY_RADIUS_METRES })}
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

function PinPosition({ latitude, longitude }: { latitude: number; longitude: number }) {
  return (
    <span className="mr-2 text-ink tabular-nums">
      {m.pinPosition({ latitude: latitude.toFixed(5), longitude: longitude.toFixed(5) })}
    </span>
  );
}
