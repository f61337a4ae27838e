import { useState } from 'react';
import type { Position } from '#shared/geo.ts';
import { forgetKept, keep } from '#web/ui/browser/tab-storage.ts';

const KEY = 'buyerPlace';
/** Steps of a hundred metres: near enough for distances, and nobody's doorstep. */
const STEPS_PER_DEGREE = 1000;

/** Where the buyer is, by the name it was found under. Kept in this tab, and never in the address. */
export type BuyerPlace = Position & { name: string };

export function readBuyerPlace(): BuyerPlace | null {
  try {
    const { latitude, longitude, name } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude, name: String(name) } : null;
  } catch {
    // Storage is forbidden, or somebody else wrote there: then it is asked anew.
    return null;
  }
}

export function useBuyerPlace() {
  const [place, setPlace] = useState(readBuyerPlace);
  return [
    place,
    (next: BuyerPlace | null) => {
      const rounded = next && { ...next, latitude: round(next.latitude), longitude: round(next.longitude) };
      if (rounded) keep(KEY, rounded);
      else forgetKept(KEY);
      setPlace(rounded);
    },
  ] as const;
}

const round = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE;
