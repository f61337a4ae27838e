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
 * The picked location and its latest value. Answers arrive late and must be merged into the value
 * of that moment.
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
     * Sets the fields that a person typed. Without fields it confirms that the current address
     * belongs to the pin.
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
     * Sets the looked-up address, except for fields that a person wrote. Does nothing if the pin
     * has moved away from the position of the lookup.
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
    /** Moves the pin here. The GPS fix is near enough to verify it. */
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
 * has its own field.
 */
export type PickedLocation = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  /** The accuracy of the GPS fix in metres. */
  accuracy: number | null;
  /** Set by a fix, cleared by a refused move. */
  verified: boolean;
  gpsFix: GpsFix | null;
  /** The address that was looked up last. A field that differs from it was written by a person. */
  found: AddressFields | null;
  /** The pin's position when a person last edited the address; null if no one did. */
  writtenAt: Position | null;
};

/** An empty field is filled in again. */
const isWritten = (location: PickedLocation, field: keyof AddressFields) =>
  location[field] !== '' && location[field] !== location.found?.[field];

/**
 * The distance from the pin to where a person wrote the address. The county has its own question.
 */
export const metresFromAddress = (location: PickedLocation): number | null =>
  location.writtenAt &&
  (isWritten(location, 'subcounty') || isWritten(location, 'addressDescription'))
    ? distanceMetres(location, location.writtenAt)
    : null;
