import { useEffect, useRef } from 'react';
import { distanceMetres, type Position } from '#platform/rules/geo/geo.ts';
import type { GpsFix } from '#platform/rules/geo/geo-input.ts';
import type { AddressFields } from './use-address-lookup.ts';

type Picked = PickedLocation | null;

export type PickerProps = {
  value: Picked;
  /** Gets a function of the current value, because answers arrive late. */
  onChange: (change: (now: Picked) => Picked) => void;
};

const addressFields = ['county', 'subcounty', 'addressDescription'] as const;
const NOTHING = { county: '', subcounty: '', addressDescription: '', found: null, writtenAt: null };

export function usePickedLocation({ value, onChange }: PickerProps) {
  const shown = useRef(value);
  useEffect(() => {
    shown.current = value;
  }, [value]);
  return {
    read: () => shown.current,
    clear: () => onChange(() => null),
    /** Does nothing without a pin. */
    edit: (fields: Partial<PickedLocation>) => onChange((now) => now && { ...now, ...fields }),
    /** Without fields it confirms that the current address belongs to the pin. */
    write: (fields: Partial<AddressFields>) =>
      onChange(
        (now) =>
          now && {
            ...now,
            ...fields,
            writtenAt: { latitude: now.latitude, longitude: now.longitude },
          },
      ),
    /**
     * The returned function sets the address that was found, except for fields that a person wrote
     * or changed since then, if only by emptying them. It does nothing if the pin has moved away.
     */
    describe: (at: Position) => {
      const before = shown.current ?? NOTHING;
      return (found: AddressFields) =>
        onChange((now) => {
          if (!now || distanceMetres(now, at) >= 1) return now;
          const unwritten = addressFields.filter(
            (field) => now[field] === before[field] && !isWritten(now, field),
          );
          return {
            ...now,
            ...Object.fromEntries(unwritten.map((field) => [field, found[field]])),
            found,
          };
        });
    },
    verify: ({ latitude, longitude }: Position, fix: GpsFix) =>
      onChange((now) => ({
        ...NOTHING,
        ...now,
        latitude,
        longitude,
        accuracy: fix.accuracy,
        verified: true,
        gpsFix: fix,
      })),
  };
}

/** A farm's location as in call 7, without the coverage radius, which has its own field. */
export type PickedLocation = Position & {
  county: string;
  subcounty: string;
  addressDescription: string;
  /** The accuracy of the GPS fix in metres. */
  accuracy: number | null;
  /** Set by a fix, cleared by a refused move. */
  verified: boolean;
  gpsFix: GpsFix | null;
  /** The address that was looked up last; other text was written by a person. */
  found: AddressFields | null;
  /** Where the pin was when a person last edited the address. */
  writtenAt: Position | null;
};

/** An empty field is filled in again. */
const isWritten = (location: PickedLocation, field: keyof AddressFields) =>
  location[field] !== '' && location[field] !== location.found?.[field];

export const metresFromAddress = (location: PickedLocation): number | null =>
  location.writtenAt &&
  (isWritten(location, 'subcounty') || isWritten(location, 'addressDescription'))
    ? distanceMetres(location, location.writtenAt)
    : null;
