import { useState } from 'react';
import type { Position } from '#shared/geo/geo.ts';

const KEY = 'buyerPlace';
/** Rounded to steps of a hundred metres: exact enough for distances, but nobody's home can be recognised. */
const STEPS_PER_DEGREE = 1000;

/** Where the buyer is, with the name the place was found under. Kept in this browser, never in the address. */
export type BuyerPlace = Position & { name: string };

export function readBuyerPlace(): BuyerPlace | null {
  try {
    const { latitude, longitude, name } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude, name: String(name) } : null;
  } catch {
    // Storage is forbidden or holds something unexpected, so the place is asked for again.
    return null;
  }
}

export function useBuyerPlace() {
  const [place, setPlace] = useState(readBuyerPlace);
  return [
    place,
    (next: BuyerPlace | null) => {
      const rounded = next && { ...next, latitude: round(next.latitude), longitude: round(next.longitude) };
      try {
        if (rounded) localStorage.setItem(KEY, JSON.stringify(rounded));
        else localStorage.removeItem(KEY);
      } catch {
        // Without storage it is known until the page is left.
      }
      setPlace(rounded);
    },
  ] as const;
}

const round = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE;
