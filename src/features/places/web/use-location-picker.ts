/*
 * A GPS fix sets the pin and verifies it. Any other move is compared with the fix: within the
 * proximity radius the pin moves there and is verified; beyond it, the pin stays and is no longer
 * verified. County, sub-county and address are looked up for the pin, but text that a person wrote
 * is kept. When a new fix moves the pin far away from the written address, the picker asks whether
 * it still holds.
 */
import { useEffect, useState } from 'react';
import {
  MAP_CENTRE,
  MAP_ZOOM,
  MAP_ZOOM_AFTER_GPS,
  MAP_ZOOM_AFTER_SEARCH,
  PROXIMITY_RADIUS_METRES,
} from '#places/rules/limits.ts';
import type { GpsFix } from '#platform/rules/fields.ts';
import type { Position } from '#platform/rules/geo.ts';
import { type Adjustment, judgeAdjustment } from '../rules/place.ts';
import type { MapFocus } from './farm-map.ts';
import { type GpsFailure, getGpsFix } from './get-gps-fix.ts';
import {
  type PickedLocation,
  type PickerProps,
  useAddressLookup,
  usePickedLocation,
} from './use-picked-location.ts';

export type GpsState = 'idle' | 'looking' | GpsFailure;

export function useLocationPicker(props: PickerProps) {
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
