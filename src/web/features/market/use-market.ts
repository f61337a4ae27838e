import { useState } from 'react';
import { counties } from '#shared/geo/counties.ts';
import { type BuyerPlace, useBuyerPlace } from '#web/features/catalogue/buyer-place.ts';
import { type MarketFilter, type MarketSearch, needsPlace, usualSort } from './market-search.ts';

/** Changes the address. `isTyping` marks changes made with every key, which Back should not step through. */
export type ChangeSearch = (next: MarketSearch, options?: { isTyping?: boolean }) => void;
type Change = { [Key in keyof MarketSearch]?: MarketSearch[Key] | undefined };
export type Market = ReturnType<typeof useMarket>;

/** The buyer's search and place: the search is in the address, the place in this browser. */
export function useMarket(search: MarketSearch, onSearch: ChangeSearch) {
  const [place, setPlace] = useBuyerPlace();
  const [isAskingPlace, setIsAskingPlace] = useState(false);
  /** The change that was requested before the place was asked for. */
  const [wanted, setWanted] = useState<Change>({});

  const change = (changes: Change, options?: { isTyping?: boolean }) => {
    const next = without({ ...search, ...changes });
    if (!place && needsPlace(without(changes))) {
      setWanted(changes);
      setIsAskingPlace(true);
      return;
    }
    onSearch(next, options);
  };
  return {
    search,
    place,
    filter: filterOf(search, place),
    isPlaceMissing: place === null && needsPlace(search),
    change,
    clear: () => onSearch({}),
    isAskingPlace,
    askPlace: () => {
      setWanted({});
      setIsAskingPlace(true);
    },
    cancelPlace: () => setIsAskingPlace(false),
    choosePlace: (chosen: BuyerPlace) => {
      setPlace(chosen);
      setIsAskingPlace(false);
      if (Object.keys(wanted).length > 0) onSearch(without({ ...search, ...wanted }));
    },
    forgetPlace: () => {
      setPlace(null);
      setIsAskingPlace(false);
      onSearch(without({ ...search, deliversToMe: undefined, maxDistanceKm: undefined, sort: sortWithoutPlace(search) }));
    },
  };
}

const sortWithoutPlace = ({ sort }: MarketSearch) => (sort === 'nearest' ? undefined : sort);

/** The search without the parts that are not set. */
const without = (changes: Change): MarketSearch =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined && value !== ''));

/** The server's own order, the newest first, is not named. */
function sortAsked(sort: MarketSearch['sort'], isPlaceKnown: boolean) {
  const wanted = sort ?? usualSort(isPlaceKnown);
  return wanted === 'newest' || (wanted === 'nearest' && !isPlaceKnown) ? {} : { sort: wanted };
}

/** What is asked of the server: the search, from the buyer's place if it is known. */
export function filterOf(
  { county, deliversToMe, maxDistanceKm, sort, ...rest }: MarketSearch,
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
