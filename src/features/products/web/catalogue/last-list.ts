import { useState, useSyncExternalStore } from 'react';

const KEY = 'lastList';
const FILTERS_KEY = 'lastFilters';

export type LastList = { to: '/market' | '/buyer-dashboard'; search: Record<string, unknown> };

/** Filters and order are stored in the browser too, for the next tab. */
export function keepLastList(list: LastList): void {
  const { search: _, after: __, ...filters } = list.search;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
    localStorage.setItem(FILTERS_KEY, JSON.stringify(filters));
  } catch {
    // Without storage a product links back to the whole market.
  }
}

export function readLastList(): LastList {
  const { to, search }: Partial<LastList> = read(() => sessionStorage.getItem(KEY));
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

/** For a tab that has shown no list yet. */
export function readLastFilters(): Record<string, unknown> {
  return read(() =>
    sessionStorage.getItem(KEY) === null ? localStorage.getItem(FILTERS_KEY) : null,
  );
}

/** Empty if storage is blocked or contains an unexpected value. */
function read(stored: () => string | null): Record<string, unknown> {
  try {
    return JSON.parse(stored() ?? '{}') ?? {};
  } catch {
    return {};
  }
}
