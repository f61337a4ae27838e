import { useEffect, useRef } from 'react';
import type { GpsFix } from '#shared/farm.ts';
import { distanceMetres, type Position } from '#shared/geo.ts';
import type { AddressFields } from './use-address-lookup.ts';

export type PickerProps = { value: PickedLocation | null; onChange: (value: PickedLocation | null) => void };

const NO_ADDRESS: AddressFields = { county: '', subcounty: '', addressDescription: '' };

/** The picked location, with access to its latest value: answers arrive late and must build on the value of that moment. */
export function usePickedLocation({ value, onChange }: PickerProps) {
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);
  const change = (next: PickedLocation | null) => {
    current.current = next;
    onChange(next);
  };
  /** Changes some fields if there is a pin. */
  const edit = (fields: Partial<PickedLocation>) => {
    if (current.current) change({ ...current.current, ...fields });
  };
  return {
    read: () => current.current,
    change,
    edit,
    /** Sets the address, if the pin is still at the position it was looked up for. */
    describe: (fields: Partial<AddressFields>, at: Position) => {
      if (current.current && distanceMetres(current.current, at) < 1) edit(fields);
    },
    /** Puts the pin here, verified by a GPS fix that is near enough. */
    verify: ({ latitude, longitude }: Position, fix: GpsFix) => {
      const before = current.current ?? NO_ADDRESS;
      change({ ...NO_ADDRESS, ...before, latitude, longitude, accuracy: fix.accuracy, verified: true, gpsFix: fix });
    },
  };
}

/** The location picker's value: a farm's location as in call 7, without the coverage radius, which has a field of its own. */
export type PickedLocation = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  /** Of the GPS fix, in metres. */
  accuracy: number | null;
  /** Set by a fix, cleared by a move that was refused. */
  verified: boolean;
  gpsFix: GpsFix | null;
};
