import { useState, useSyncExternalStore } from 'react';
import { roundedPlace } from '#rules/geo.ts';
import { languages } from '#rules/language.ts';
import { m } from '#text';
import { deviceStore, tabStore } from '#web/storage.ts';

const KEY = 'buyerPlace';

/**
 * In this browser, never in the URL. A position from GPS has no stored name, and is read as "your
 * position" in the page's language.
 */
export type BuyerPlace = Position & { name: string };

let known: { stored: string | null; place: BuyerPlace | null } = { stored: null, place: null };
const listeners = new Set<() => void>();

/**
 * Returns the same object until the place changes. Without storage it lasts until the page is left.
 */
export function readBuyerPlace(): BuyerPlace | null {
  const stored = deviceStore.read(KEY);
  if (stored !== undefined && stored !== known.stored)
    known = { stored, place: parse(stored ?? '{}') };
  return known.place;
}

function parse(stored: string): BuyerPlace | null {
  try {
    const { latitude, longitude, name } = JSON.parse(stored);
    return Number.isFinite(latitude) && Number.isFinite(longitude)
      ? { latitude, longitude, name: isGpsName(name) ? m.placeGpsName() : String(name) }
      : null;
  } catch {
    return null;
  }
}

/** Empty, or the text in either language, which browsers stored until November 2026. */
const isGpsName = (name: unknown) =>
  !name || languages.some((locale) => m.placeGpsName({}, { locale }) === name);

/** Server-rendered pages don't know it until the first rendering in the browser. */
export const useBuyerPlace = (): BuyerPlace | null =>
  useSyncExternalStore(subscribe, readBuyerPlace, () => null);

export function setBuyerPlace(next: BuyerPlace | null) {
  const place = next && { ...next, ...roundedPlace(next) };
  known = {
    stored: place && JSON.stringify(place),
    place: place && { ...place, name: place.name || m.placeGpsName() },
  };
  if (!deviceStore.write(KEY, known.stored)) known.stored = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

const LIST_KEY = 'lastList';
const FILTERS_KEY = 'lastFilters';

export type LastList = { to: '/market' | '/buyer-dashboard'; search: Record<string, unknown> };

/** Filters and order are stored in the browser too, for the next tab. */
export function keepLastList(list: LastList) {
  const { search: _, after: __, ...filters } = list.search;
  tabStore.writeJson(LIST_KEY, list);
  deviceStore.writeJson(FILTERS_KEY, filters);
}

export function readLastList(): LastList {
  const { to, search } = tabStore.readJson<LastList>(LIST_KEY) ?? {};
  return { to: to === '/buyer-dashboard' && search ? to : '/market', search: search ?? {} };
}

/** Server-rendered pages link to the whole market until the first rendering in the browser. */
export function useLastList(): LastList {
  const [last] = useState(readLastList);
  return useSyncExternalStore(
    neverChanges,
    () => last,
    () => WHOLE_MARKET,
  );
}

const WHOLE_MARKET: LastList = { to: '/market', search: {} };
const neverChanges = () => () => {};

export const readLastFilters = (): Record<string, unknown> =>
  (tabStore.read(LIST_KEY) === null && deviceStore.readJson<LastList['search']>(FILTERS_KEY)) || {};
