import { useState, useSyncExternalStore } from 'react';

const KEY = 'lastList';
const FILTERS_KEY = 'lastFilters';

/**
 * The list of products that was on screen last in this tab, with its search, so that a product
 * leads back to it.
 */
export type LastList = { to: '/market' | '/buyer-dashboard'; search: Record<string, unknown> };

/**
 * Its filters and order, without the words and the page, are kept in this browser too, for its next
 * tab.
 */
export function keepLastList(list: LastList): void {
  const { search: _, after: __, ...filters } = list.search;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
    localStorage.setItem(FILTERS_KEY, JSON.stringify(filters));
  } catch {
    // Without storage a product leads back to the whole market.
  }
}

export function readLastList(): LastList {
  const { to, search }: Partial<LastList> = read(() => sessionStorage.getItem(KEY));
  return { to: to === '/buyer-dashboard' && search ? to : '/market', search: search ?? {} };
}

/**
 * The list that a product or farm leads back to. Pages from the server lead to the whole market
 * until their first rendering here.
 */
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

/**
 * The filters and order of the browser's last list, for a tab that has shown no list yet; otherwise
 * nothing.
 */
export function readLastFilters(): Record<string, unknown> {
  return read(() =>
    sessionStorage.getItem(KEY) === null ? localStorage.getItem(FILTERS_KEY) : null,
  );
}

/** Nothing where storage is forbidden or holds something unexpected. */
function read(stored: () => string | null): Record<string, unknown> {
  try {
    return JSON.parse(stored() ?? '{}') ?? {};
  } catch {
    return {};
  }
}
