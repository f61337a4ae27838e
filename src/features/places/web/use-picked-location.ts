import { useEffect, useRef } from 'react';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import type { GpsFix } from '#platform/rules/geo/geo-input.ts';
import type { AddressFields } from './use-address-lookup.ts';

export type PickerProps = {
  value: PickedLocation | null;
  onChange: (value: PickedLocation | null) => void;
};

const addressFields = ['county', 'subcounty', 'addressDescription'] as const;
const NOTHING = { county: '', subcounty: '', addressDescription: '', found: null, writtenAt: null };

/**
 * The picked location, with access to its latest value: answers arrive late and must build on the
 * value of that moment.
 */
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
    /**
     * Sets what a person typed. Without fields it confirms that the address as it is belongs to the
     * pin.
     */
    write: (fields: Partial<AddressFields>) => {
      const now = current.current;
      if (now)
        change({
          ...now,
          ...fields,
          writtenAt: { latitude: now.latitude, longitude: now.longitude },
        });
    },
    /**
     * Sets the address, but nothing that a person wrote, if the pin is still at the position it was
     * looked up for.
     */
    describe: (found: AddressFields, at: Position) => {
      const now = current.current;
      if (!now || distanceMetres(now, at) >= 1) return;
      const unwritten = addressFields.filter((field) => !isWritten(now, field));
      change({
        ...now,
        ...Object.fromEntries(unwritten.map((field) => [field, found[field]])),
        found,
      });
    },
    /** Puts the pin here, verified by a GPS fix that is near enough. */
    verify: ({ latitude, longitude }: Position, fix: GpsFix) => {
      change({
        ...NOTHING,
        ...current.current,
        latitude,
        longitude,
        accuracy: fix.accuracy,
        verified: true,
        gpsFix: fix,
      });
    },
  };
}

/**
 * The location picker's value: a farm's location as in call 7, without the coverage radius, which
 * has a field of its own.
 */
export type PickedLocation = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  /** Of the GPS fix, in metres. */
  accuracy: number | null;
  /** Set by a fix, cleared by a move that was refused. */
  verified: boolean;
  gpsFix: GpsFix | null;
  /**
   * The address as it was last looked up. A field that says something else was written by a person.
   */
  found: AddressFields | null;
  /** Where the pin was when a person last wrote in the address; null: nobody did. */
  writtenAt: Position | null;
};

/** A field that was emptied is filled in again. */
const isWritten = (location: PickedLocation, field: keyof AddressFields) =>
  location[field] !== '' && location[field] !== location.found?.[field];

/**
 * How far the pin is from where a person wrote the address. The county has a question of its own.
 */
export const metresFromAddress = (location: PickedLocation): number | null =>
  location.writtenAt &&
  (isWritten(location, 'subcounty') || isWritten(location, 'addressDescription'))
    ? distanceMetres(location, location.writtenAt)
    : null;
