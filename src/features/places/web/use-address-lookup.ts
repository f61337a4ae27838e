import { useRef, useState } from 'react';
import { ADDRESS_MAX, PLACE_NAME_MAX } from '#places/rules/limits.ts';
import type { Position } from '#platform/rules/geo/geo.ts';
import { readFailure } from '#platform/web/client/failure.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { m } from '#text';

export type AddressFields = { county: string; subcounty: string; addressDescription: string };
export type AddressState =
  | { status: 'idle' | 'looking' }
  | { status: 'failed'; message: string; at: Position };

type Options = {
  /** The returned function gets the answer. */
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
