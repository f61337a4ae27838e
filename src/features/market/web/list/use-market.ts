import { useState } from 'react';
import type { FindProducts } from '#products/rules/find-products.ts';
import { PAGE_SIZE } from '#products/rules/product-facts.ts';
import {
  PAGE_DATA_AT,
  readFarmData,
  readMarketData,
  readProductData,
} from '#products/web/catalogue/page-data.ts';
import {
  type BuyerPlace,
  setBuyerPlace,
  useBuyerPlace,
} from '#products/web/catalogue/visitor-choices.ts';
import { counties } from '#rules/counties.ts';
import {
  countFilters,
  type MarketFilter,
  type MarketSearch,
  needsPlace,
  usualSort,
} from './market-search.ts';

/** A browser without JavaScript sends this form as an address of the list. */
export const MARKET_FORM = 'market-form';

/**
 * `next` gets the search that the address has or is about to have: two changes may follow each
 * other before the first one is on screen. Back does not step through changes that replace the address (`replaces`).
 */
export type ChangeSearch = (
  next: (current: MarketSearch) => MarketSearch,
  options?: { replaces?: boolean },
) => void;
type Change = { [Key in keyof MarketSearch]?: MarketSearch[Key] | undefined };
export type Market = ReturnType<typeof useMarket>;

/** The search is in the address, the place in this browser. */
export function useMarket(search: MarketSearch, onSearch: ChangeSearch) {
  const place = useBuyerPlace();
  const [isAskingPlace, setIsAskingPlace] = useState(false);
  /** The change that was requested before the place was asked for. */
  const [wanted, setWanted] = useState<Change>({});

  const change = (changes: Change, options?: { replaces?: boolean }) => {
    if (!place && needsPlace(without(changes))) {
      setWanted(changes);
      setIsAskingPlace(true);
      return;
    }
    onSearch(changed(changes), options);
  };
  return {
    search,
    place,
    filter: filterOf(search, place),
    isPlaceMissing: place === null && needsPlace(search),
    change,
    isNarrowed: Boolean(search.search || search.category || countFilters(search)),
    clear: () => onSearch(() => ({})),
    isAskingPlace,
    askPlace: () => {
      setWanted({});
      setIsAskingPlace(true);
    },
    cancelPlace: () => setIsAskingPlace(false),
    choosePlace: (chosen: BuyerPlace) => {
      setBuyerPlace(chosen);
      setIsAskingPlace(false);
      if (Object.keys(wanted).length > 0) onSearch(changed(wanted));
    },
    forgetPlace: () => {
      setBuyerPlace(null);
      setIsAskingPlace(false);
      const sort = needsPlace({ sort: search.sort }) ? undefined : search.sort;
      onSearch(changed({ deliversToMe: undefined, maxDistanceKm: undefined, sort }));
    },
  };
}

const changed =
  (changes: Change) =>
  (current: MarketSearch): MarketSearch =>
    without({ ...current, after: undefined, ...changes });

const without = (changes: Change): MarketSearch =>
  Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined && value !== ''),
  );

function sortAsked(sort: MarketSearch['sort'], isPlaceKnown: boolean) {
  const wanted = sort ?? usualSort(isPlaceKnown);
  const isKnown = wanted !== 'newest' && (isPlaceKnown || !needsPlace({ sort: wanted }));
  return isKnown ? { sort: wanted } : {};
}

export const questionOf = (search: MarketSearch, place: BuyerPlace | null): FindProducts => ({
  ...filterOf(search, place),
  ...(search.after && { cursor: search.after }),
});

export function filterOf(
  { county, deliversToMe, maxDistanceKm, sort, after, ...rest }: MarketSearch,
  place: BuyerPlace | null,
): MarketFilter {
  const known = counties.find((name) => name === county);
  return {
    ...rest,
    ...(known && { county: known }),
    ...(place && { latitude: place.latitude, longitude: place.longitude }),
    ...(place && deliversToMe && { deliversToMe }),
    ...(place && maxDistanceKm && { maxDistanceKm }),
    ...sortAsked(sort, place !== null),
  };
}

const FRESH_MILLISECONDS = 60 * 1000;
/** Cached long enough for Back to show the list as it was left. */
const KEPT_MILLISECONDS = 10 * FRESH_MILLISECONDS;

/** Query options of the product list, which the page may contain. */
export const productListOptions = (question: FindProducts) => ({
  initialData: () => {
    const data = readMarketData(question);
    return data && { pages: [data.products], pageParams: [undefined] };
  },
  initialDataUpdatedAt: PAGE_DATA_AT,
  staleTime: FRESH_MILLISECONDS,
  gcTime: KEPT_MILLISECONDS,
});

export const farmOptions = (farmId: number) => ({
  staleTime: FRESH_MILLISECONDS,
  initialData: () => readFarmData(farmId)?.farm ?? undefined,
  initialDataUpdatedAt: PAGE_DATA_AT,
});

export type FarmList = {
  farmId: number;
  after: string | undefined;
  place: BuyerPlace | null;
};

/**
 * Distances are measured from the buyer's place. A list that starts further on is cached
 * separately, because it sets the usual limit explicitly.
 */
export const farmOffersInput = ({ farmId, after, place }: FarmList) => ({
  farmId,
  ...(after && { limit: PAGE_SIZE }),
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/** The embedded products have no distances, so they are not used if the buyer's place is known. */
export const farmOffersOptions = ({ farmId, after, place }: FarmList) => ({
  staleTime: FRESH_MILLISECONDS,
  ...(!place && {
    initialData: () => {
      const products = readFarmProducts(farmId, after);
      return products && { pages: [products], pageParams: [after] };
    },
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});

export function readFarmProducts(farmId: number, after: string | undefined) {
  const data = readFarmData(farmId);
  return data?.after === after ? data?.products : undefined;
}

export const productInput = (productId: number, place: BuyerPlace | null) => ({
  productId,
  ...(place && { latitude: place.latitude, longitude: place.longitude }),
});

/** The embedded data has no distances, so it is not used if the buyer's place is known. */
export const productOptions = (productId: number, place: BuyerPlace | null) => ({
  staleTime: FRESH_MILLISECONDS,
  ...(!place && {
    initialData: () => readProductData(productId) ?? undefined,
    initialDataUpdatedAt: PAGE_DATA_AT,
  }),
});
