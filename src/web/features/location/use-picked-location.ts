import { useEffect, useRef } from 'react';
import type { GpsFix } from '#shared/farm.ts';
import { distanceMetres, type Position } from '#shared/geo.ts';
import type { AddressFields } from './use-address-lookup.ts';

export type PickerProps = { value: PickedLocation | null; onChange: (value: PickedLocation | null) => void };

const NO_ADDRESS: AddressFields = { county: '', subcounty: '', addressDescription: '' };

/** What is picked, as it is by now: answers come later than the moment they were asked in, and must build on what is there by then. */
export function usePickedLocation({ value, onChange }: PickerProps) {
  const current = useRef(value);
  useEffect(() => {
    current.current = value;
  }, [value]);
  const change = (next: PickedLocation | null) => {
    current.current = next;
    onChange(next);
  };
  /** Changes some fields, if there is a pin at all. */
  const edit = (fields: Partial<PickedLocation>) => {
    if (current.current) change({ ...current.current, ...fields });
  };
  return {
    read: () => current.current,
    change,
    edit,
    /** What its place is called, if the pin is still where that was asked of. */
    describe: (fields: Partial<AddressFields>, at: Position) => {
      if (current.current && distanceMetres(current.current, at) < 1) edit(fields);
    },
    /** The pin stands here, and a fix near enough vouches for it. */
    verify: ({ latitude, longitude }: Position, fix: GpsFix) => {
      const before = current.current ?? NO_ADDRESS;
      change({ ...NO_ADDRESS, ...before, latitude, longitude, accuracy: fix.accuracy, verified: true, gpsFix: fix });
    },
  };
}

/** What the location picker holds: a farm's location as call 7 has it, but for the coverage radius, which another field sets. */
export type PickedLocation = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  /** Of the fix, in metres. */
  accuracy: number | null;
  /** Set by a fix, cleared by a move that was refused. */
  verified: boolean;
  gpsFix: GpsFix | null;
};
