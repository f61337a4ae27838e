/*
 * What the picker does. A fix of the device sets the pin and verifies it. Any other move, by click, drag, arrow keys or a found
 * place, is judged against the fix: within the proximity radius the pin goes there and is verified; beyond, it stays and the
 * mark is cleared. County, sub-county and address follow the pin by a lookup, but what was typed by hand stays as typed.
 */
import { useEffect, useRef, useState } from 'react';
import { type Adjustment, judgeAdjustment } from '#shared/adjustment.ts';
import type { GpsFix } from '#shared/farm.ts';
import { distanceMetres, type Position } from '#shared/geo.ts';
import { MAP_CENTRE, MAP_ZOOM, MAP_ZOOM_AFTER_GPS, MAP_ZOOM_AFTER_SEARCH, PROXIMITY_RADIUS_METRES } from '#shared/limits.ts';
import type { MapFocus } from './farm-map.ts';
import { type GpsFailure, getGpsFix } from './get-gps-fix.ts';
import type { PickedLocation } from './picked-location.ts';
import { type AddressFields, useAddressLookup } from './use-address-lookup.ts';

export type PickerProps = { value: PickedLocation | null; onChange: (value: PickedLocation | null) => void };
export type GpsState = 'idle' | 'looking' | GpsFailure;

const NO_ADDRESS: AddressFields = { county: '', subcounty: '', addressDescription: '' };

export function useLocationPicker({ value, onChange }: PickerProps) {
  const [gps, setGps] = useState<GpsState>('idle');
  const [adjustment, setAdjustment] = useState<Adjustment | null>(null);
  const [focus, setFocus] = useState<MapFocus | null>(null);
  // Answers come later than the moment they were asked in, and must build on what is there by then.
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
    // A draft comes back after the first drawing: the map goes where it was.
    if (value) setFocus((before) => before ?? { centre: value, zoom: MAP_ZOOM_AFTER_GPS });
  }, [value]);
  const change = (next: PickedLocation | null) => {
    current.current = next;
    onChange(next);
  };

  const address = useAddressLookup({
    onFound: (fields, at) => {
      const now = current.current;
      if (now && distanceMetres(now, at) < 1) change({ ...now, ...fields });
    },
    onOutsideKenya: () => {
      change(null);
      setAdjustment(null);
      setGps('outsideKenya');
      setFocus({ centre: MAP_CENTRE, zoom: MAP_ZOOM });
    },
  });

  const place = (pin: Position, fix: GpsFix) => {
    const { latitude, longitude } = pin;
    const before = current.current ?? NO_ADDRESS;
    change({ ...NO_ADDRESS, ...before, latitude, longitude, accuracy: fix.accuracy, verified: true, gpsFix: fix });
    address.lookUp({ latitude, longitude });
  };

  const locate = async () => {
    setGps('looking');
    const found = await getGpsFix();
    setAdjustment(null);
    if (found.outcome !== 'fixed') {
      setGps(found.outcome);
      return;
    }
    const before = current.current;
    if (before && distanceMetres(before, found.fix) > PROXIMITY_RADIUS_METRES) address.forgetTyped();
    place(found.fix, found.fix);
    setGps('idle');
    setFocus({ centre: found.fix, zoom: MAP_ZOOM_AFTER_GPS });
  };

  const movePin = (to: Position) => {
    const now = current.current;
    const judged = judgeAdjustment(now?.gpsFix ?? null, to);
    setAdjustment(judged);
    if (judged.outcome === 'tooFar' && now) change({ ...now, verified: false });
    if ((judged.outcome === 'exact' || judged.outcome === 'acceptable') && now?.gpsFix) place(to, now.gpsFix);
  };

  return {
    gps,
    adjustment,
    focus,
    address,
    locate,
    movePin,
    goTo: (found: Position) => {
      setFocus({ centre: found, zoom: MAP_ZOOM_AFTER_SEARCH });
      movePin(found);
    },
    goBack: (fix: Position) => {
      setFocus({ centre: fix, zoom: MAP_ZOOM_AFTER_GPS });
      movePin(fix);
    },
    edit: (typed: Partial<AddressFields>) => {
      address.keepTyped(typed);
      if (current.current) change({ ...current.current, ...typed });
    },
  };
}
