import { useEffect, useRef, useState } from 'react';
import type { GpsFix } from '#rules/fields.ts';
import { distanceMetres } from '#rules/geo.ts';
import { m } from '#text';
import { readFailure, rpc } from '#web/rpc.ts';
import { ADDRESS_MAX, PLACE_NAME_MAX } from '../rules/limits.ts';

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
  accuracy: number | null;
  /** Set by a fix, cleared by a refused move. */
  verified: boolean;
  gpsFix: GpsFix | null;
  /** The address that was looked up last; other text was written by a person. */
  found: AddressFields | null;
  /** Where the pin was when a person last edited the address. */
  writtenAt: Position | null;
};

const isWritten = (location: PickedLocation, field: keyof AddressFields) =>
  location[field] !== '' && location[field] !== location.found?.[field];

export const metresFromAddress = (location: PickedLocation) =>
  location.writtenAt &&
  (isWritten(location, 'subcounty') || isWritten(location, 'addressDescription'))
    ? distanceMetres(location, location.writtenAt)
    : null;

export type AddressFields = { county: string; subcounty: string; addressDescription: string };
export type AddressState =
  | { status: 'idle' | 'looking' }
  | { status: 'failed'; message: string; at: Position };

type Options = {
  onAsk: (at: Position) => (found: AddressFields) => void;
  onOutsideKenya: () => void;
};

/** Uses only the answer to the latest request. */
export function useAddressLookup({ onAsk, onOutsideKenya }: Options) {
  const [state, setState] = useState<AddressState>({ status: 'idle' });
  const [isDegraded, setIsDegraded] = useState(false);
  const asked = useRef(0);

  const lookUp = async (at: Position) => {
    const question = ++asked.current;
    const isLast = () => question === asked.current;
    const answer = onAsk(at);
    setState({ status: 'looking' });
    try {
      const { place, degraded } = await rpc.places.reverse.query(at);
      if (!isLast()) return;
      setState({ status: 'idle' });
      setIsDegraded(degraded);
      answer({
        county: place.address.county,
        subcounty: (place.address.state_district ?? '').slice(0, PLACE_NAME_MAX),
        addressDescription: place.display_name.slice(0, ADDRESS_MAX),
      });
    } catch (error) {
      if (!isLast()) return;
      const { code, message } = readFailure(error);
      const isOutside = code === 'OUTSIDE_KENYA';
      setState(
        isOutside
          ? { status: 'idle' }
          : { status: 'failed', message: message ?? m.errorAddressLookupFailed(), at },
      );
      if (isOutside) onOutsideKenya();
    }
  };

  return { state, isDegraded, lookUp: (at: Position) => void lookUp(at) };
}
