import { useSyncExternalStore } from 'react';
import type { Position } from '#platform/rules/geo/geo.ts';

const KEY = 'buyerPlace';
/**
 * Rounded to steps of a hundred metres: exact enough for distances, but nobody's home can be
 * recognised.
 */
const STEPS_PER_DEGREE = 1000;

/**
 * Where the buyer is, with the name the place was found under. Kept in this browser, never in the
 * address.
 */
export type BuyerPlace = Position & { name: string };

let known: { stored: string | null; place: BuyerPlace | null } = { stored: null, place: null };
const listeners = new Set<() => void>();

/** The same object until the place changes. Without storage it is known until the page is left. */
export function readBuyerPlace(): BuyerPlace | null {
  try {
    const stored = localStorage.getItem(KEY);
    if (stored !== known.stored) known = { stored, place: parse(stored ?? '{}') };
  } catch {
    // Storage is forbidden.
  }
  return known.place;
}

function parse(stored: string): BuyerPlace | null {
  try {
    const { latitude, longitude, name } = JSON.parse(stored);
    return Number.isFinite(latitude) && Number.isFinite(longitude)
      ? { latitude, longitude, name: String(name) }
      : null;
  } catch {
    // It is not ours, so the place is asked for again.
    return null;
  }
}

/**
 * The buyer's place. Pages from the server know none, and show it right after their first rendering
 * here.
 */
export const useBuyerPlace = (): BuyerPlace | null =>
  useSyncExternalStore(subscribe, readBuyerPlace, () => null);

export function setBuyerPlace(next: BuyerPlace | null): void {
  const place = next && {
    ...next,
    latitude: round(next.latitude),
    longitude: round(next.longitude),
  };
  known = { stored: place && JSON.stringify(place), place };
  try {
    if (known.stored) localStorage.setItem(KEY, known.stored);
    else localStorage.removeItem(KEY);
  } catch {
    known.stored = null;
  }
  for (const listener of listeners) listener();
}

const round = (degrees: number) => Math.round(degrees * STEPS_PER_DEGREE) / STEPS_PER_DEGREE;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
